package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.ServerConnection;
import VASSAL.chat.ChatServerConnection;
import VASSAL.chat.CommandDecoder;
import VASSAL.command.Command;

import java.beans.PropertyChangeEvent;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Stands where the connection to a game server was; keeps what would have been sent. */
final class Tap {
  private static final List<String> SENT = new ArrayList<>();

  private Tap() {
  }

  static ServerConnection connection() {
    return (ServerConnection) Proxy.newProxyInstance(Tap.class.getClassLoader(),
      new Class<?>[] {ServerConnection.class}, (proxy, method, args) -> {
        switch (method.getName()) {
        case "sendToOthers":
          send((Command) args[0]);
          return null;
        case "isConnected": return true;
        case "hashCode": return System.identityHashCode(proxy);
        case "equals": return proxy == args[0];
        case "toString": return "tap";
        default: return null;
        }
      });
  }

  private static void send(Command command) {
    if (command != null && !command.isNull()) {
      final String encoded = GameModule.getGameModule().encode(command);
      if (encoded != null && !encoded.isEmpty()) {
        SENT.add(encoded);
      }
    }
  }

  static int size() {
    return SENT.size();
  }

  static List<String> take() {
    final List<String> taken = new ArrayList<>(SENT);
    SENT.clear();
    return taken;
  }

  /** Lets a message arrive, through the engine's own listener; it finishes on the event thread. */
  static void receive(String message) {
    new CommandDecoder().propertyChange(
      new PropertyChangeEvent(Tap.class, ChatServerConnection.INCOMING_MSG, null, message));
  }
}
