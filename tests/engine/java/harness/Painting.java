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
  /** What was closed just before stays on a busy machine's screen for a while. */
  private static final long CLOSED_NANOS = 300_000_000L;

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
      lastChange(robot, area, look(robot, area), System.nanoTime(), CLOSED_NANOS);
      final int[] closed = look(robot, area);
      final long began = System.nanoTime();
      EventQueue.invokeLater(() -> GameModule.getGameModule().fireKeyStroke(stroke));
      final long changed = lastChange(robot, area, closed, began, QUIET_NANOS);
      if (changed == began || !window.isShowing()) {
        throw new IllegalStateException(key + " opens no window");
      }
      return (changed - began) / 1e6;
    };
  }

  /**
   * Waits until an area stays for a time as it is; returns when it was last seen to change, {@code began} if it is as
   * it was {@code first}.
   */
  private static long lastChange(Robot robot, Rectangle area, int[] first, long began, long quiet) {
    int[] seen = first;
    long changed = began;
    for (long now = began; now - changed < quiet; now = System.nanoTime()) {
      final int[] next = look(robot, area);
      if (!Arrays.equals(seen, next)) {
        seen = next;
        changed = System.nanoTime();
      }
    }
    return changed;
  }

  private static int[] look(Robot robot, Rectangle area) {
    final BufferedImage image = robot.createScreenCapture(area);
    return image.getRGB(0, 0, area.width, area.height, null, 0, area.width);
  }
}
