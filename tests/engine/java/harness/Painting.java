package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.tools.NamedKeyStroke;

import java.awt.EventQueue;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import javax.swing.SwingUtilities;

/** How long it takes until a window that opens is on the screen as it stays. */
final class Painting {
  private static final long QUIET_NANOS = 1_000_000_000L;

  private Painting() {
  }

  /**
   * Opens a map's window by a key; returns the milliseconds until the last change there, within one look at the
   * screen (some 10 ms). A key that shows nothing is an error.
   */
  static Object opening(String key, Map map) {
    final Window window = SwingUtilities.getWindowAncestor(map.getView());
    final NamedKeyStroke stroke = NamedKeyStroke.of(key);
    return (Driver.After) () -> {
      final Rectangle screen = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
      final Rectangle area = window.getBounds().intersection(screen);
      final Robot robot = new Robot();
      int[] seen = look(robot, area);
      final long began = System.nanoTime();
      EventQueue.invokeLater(() -> GameModule.getGameModule().fireKeyStroke(stroke));
      long changed = began;
      for (long now = began; now - changed < QUIET_NANOS; now = System.nanoTime()) {
        final int[] next = look(robot, area);
        if (!Arrays.equals(seen, next)) {
          seen = next;
          changed = System.nanoTime();
        }
      }
      if (changed == began || !window.isShowing()) {
        throw new IllegalStateException(key + " opens no window");
      }
      return (changed - began) / 1e6;
    };
  }

  private static int[] look(Robot robot, Rectangle area) {
    final BufferedImage image = robot.createScreenCapture(area);
    return image.getRGB(0, 0, area.width, area.height, null, 0, area.width);
  }
}
