package harness;

import VASSAL.launch.Config;
import VASSAL.launch.StandardConfig;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;

/** The engine's idea of where it is installed. */
final class Installation {
  private static boolean alone;

  private Installation() {
  }

  /** The engine's own configuration, but for the Java that it starts while {@link #alone} runs. */
  static Config config() throws IOException {
    final Config real = new StandardConfig();
    return (Config) Proxy.newProxyInstance(Installation.class.getClassLoader(),
      new Class<?>[] {Config.class}, (proxy, method, args) -> {
        if (alone && "getJavaBinPath".equals(method.getName())) {
          return Path.of("/bin/true");
        }
        try {
          return method.invoke(real, args);
        }
        catch (InvocationTargetException e) {
          throw e.getCause();
        }
      });
  }

  interface Work {
    void run() throws Exception;
  }

  /** Runs what would start another JVM, to tell a module manager about a saved file. */
  static void alone(Work work) throws Exception {
    alone = true;
    try {
      work.run();
    }
    finally {
      alone = false;
    }
  }
}
