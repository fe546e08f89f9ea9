package harness;

import VASSAL.Info;
import VASSAL.i18n.Resources;
import VASSAL.tools.ErrorDialog;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import java.awt.EventQueue;
import java.awt.Toolkit;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Boots a real engine on one module and obeys commands: one line of standard input is a JSON array
 * of commands, one marked line of standard output the JSON array of their results.
 */
public final class Driver {
  static final Gson GSON = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();
  /** What our lines begin with; a native library may write to standard output as well. */
  private static final String MARK = "harness> ";
  private static String player;

  private Driver() {
  }

  /** Arguments: the module, the player's name. The engine speaks the JVM's language. */
  public static void main(String[] args) throws Exception {
    final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    player = args[1];
    Problems.collect();
    Dialogs.watch();
    Info.setConfig(Installation.config());
    Resources.setLocale(Locale.getDefault());
    final long began = System.nanoTime();
    new Boot(args[0]);
    settle();
    final double opening = (System.nanoTime() - began) / 1e6;
    ModuleLevel.supply();
    final JsonObject ready = new JsonObject();
    ready.addProperty("version", Info.getVersion());
    ready.addProperty("opening", opening);
    out.println(MARK + ready);
    serve(out);
    Runtime.getRuntime().halt(0);
  }

  static String player() {
    return player;
  }

  private static void serve(PrintStream out) throws Exception {
    final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      final JsonArray results = new JsonArray();
      for (final JsonElement command : GSON.fromJson(line, JsonArray.class)) {
        final JsonObject result = new JsonObject();
        results.add(result);
        try {
          result.add("ok", GSON.toJsonTree(obey(command.getAsJsonObject())));
        }
        catch (Throwable t) {
          result.addProperty("error", Problems.trace(t));
          break;
        }
      }
      out.println(MARK + GSON.toJson(results));
    }
  }

  /** Runs a command on the event thread, waits until that has nothing left to do, asks for the answer. */
  private static Object obey(JsonObject command) throws Throwable {
    ((Set<?>) Fields.get(ErrorDialog.class, null, "reportedDataWarnings")).clear();
    final Object[] result = new Object[1];
    final Throwable[] thrown = new Throwable[1];
    EventQueue.invokeAndWait(() -> {
      try {
        result[0] = Commands.run(command);
      }
      catch (Throwable t) {
        thrown[0] = t;
      }
    });
    settle();
    if (thrown[0] != null) {
      throw thrown[0];
    }
    if (result[0] instanceof After) {
      result[0] = ((After) result[0]).call();
      settle();
    }
    return result[0];
  }

  /** The part of a command that must run off the event thread, after it has settled. */
  interface After {
    Object call() throws Exception;
  }

  static void settle() throws InterruptedException, InvocationTargetException {
    for (int i = 0; i < 3; i++) {
      EventQueue.invokeAndWait(() -> { });
    }
    for (int i = 0; i < 500 && Toolkit.getDefaultToolkit().getSystemEventQueue().peekEvent() != null; i++) {
      EventQueue.invokeAndWait(() -> { });
    }
  }
}
