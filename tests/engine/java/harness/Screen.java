package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.ToolbarMenu;
import VASSAL.i18n.Resources;

import com.google.gson.JsonObject;

import java.awt.AWTException;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.text.JTextComponent;

/** Windows, tool bar and menus: what a player sees, and the clicks. */
final class Screen {
  static final int PAINT_MILLIS = 400;
  private static final int PAGE_MILLIS = 5_000;

  private Screen() {
  }

  static <T> T find(Container parent, Class<T> type) {
    final List<T> found = findAll(parent, type);
    return found.isEmpty() ? null : found.get(0);
  }

  static <T> List<T> findAll(Container parent, Class<T> type) {
    final List<T> found = new ArrayList<>();
    for (final Component child : parent.getComponents()) {
      if (type.isInstance(child)) {
        found.add(type.cast(child));
      }
      if (child instanceof Container) {
        found.addAll(findAll((Container) child, type));
      }
    }
    return found;
  }

  private static List<AbstractButton> toolbarButtons() {
    return findAll(GameModule.getGameModule().getToolBar(), AbstractButton.class);
  }

  private static AbstractButton toolbarButton(String text) {
    final List<String> texts = new ArrayList<>();
    for (final AbstractButton button : toolbarButtons()) {
      if (text.equals(button.getText())) {
        return button;
      }
      texts.add(button.getText());
    }
    throw new IllegalArgumentException("no toolbar button " + text + " among " + texts);
  }

  static Object toolbar() {
    final List<JsonObject> buttons = new ArrayList<>();
    for (final AbstractButton b : toolbarButtons()) {
      final JsonObject button = new JsonObject();
      button.addProperty("text", b.getText() == null ? "" : b.getText());
      button.addProperty("tooltip", b.getToolTipText() == null ? "" : b.getToolTipText());
      button.addProperty("enabled", b.isEnabled());
      button.addProperty("visible", b.isVisible());
      button.addProperty("icon", b.getIcon() != null);
      buttons.add(button);
    }
    return buttons;
  }

  /** Clicks; tells whether the button was enabled. */
  static Object click(String text) {
    return click(toolbarButton(text));
  }

  private static boolean click(AbstractButton button) {
    final boolean enabled = button.isEnabled();
    button.doClick(0);
    return enabled;
  }

  private static JPopupMenu popup(String text) {
    final Object popup = toolbarButton(text).getClientProperty(ToolbarMenu.MENU_PROPERTY);
    if (popup == null) {
      throw new IllegalArgumentException("toolbar button " + text + " has no menu");
    }
    return (JPopupMenu) popup;
  }

  static Object menu(String text) {
    final List<JsonObject> items = new ArrayList<>();
    for (final JMenuItem item : menuItems(popup(text))) {
      final JsonObject one = new JsonObject();
      one.addProperty("text", item.getText());
      one.addProperty("enabled", item.isEnabled());
      items.add(one);
    }
    return items;
  }

  static Object clickMenu(String text, String wanted) {
    for (final JMenuItem item : menuItems(popup(text))) {
      if (wanted.equals(item.getText())) {
        return click(item);
      }
    }
    throw new IllegalArgumentException("no menu item " + wanted);
  }

  /** Opens a menu, for a screenshot; a null text closes all menus. */
  static Object showMenu(String text) {
    if (text == null) {
      javax.swing.MenuSelectionManager.defaultManager().clearSelectedPath();
    }
    else {
      final AbstractButton button = toolbarButton(text);
      popup(text).show(button, 0, button.getHeight());
    }
    return null;
  }

  private static List<JMenuItem> menuItems(Container menu) {
    final List<JMenuItem> items = new ArrayList<>();
    final Component[] children = menu instanceof JMenu ? ((JMenu) menu).getMenuComponents() : menu.getComponents();
    for (final Component child : children) {
      if (child instanceof JMenu) {
        items.addAll(menuItems((JMenu) child));
      }
      else if (child instanceof JMenuItem) {
        items.add((JMenuItem) child);
      }
    }
    return items;
  }

  private static List<JMenuItem> helpItems() {
    final JMenuBar bar = GameModule.getGameModule().getPlayerWindow().getJMenuBar();
    for (int i = 0; i < bar.getMenuCount(); i++) {
      if (Resources.getString("General.help").equals(bar.getMenu(i).getText())) {
        return menuItems(bar.getMenu(i));
      }
    }
    throw new IllegalStateException("no Help menu");
  }

  static Object helpMenu() {
    final List<String> titles = new ArrayList<>();
    helpItems().forEach(item -> titles.add(item.getText() == null ? "" : item.getText()));
    return titles;
  }

  /** Chooses an item of the Help menu; returns the text of the window of that title, or "". */
  static Object openHelp(String title) {
    for (final JMenuItem item : helpItems()) {
      if (title.equals(item.getText())) {
        item.doClick(0);
        return (Driver.After) () -> pageText(title);
      }
    }
    throw new IllegalArgumentException("no Help menu item " + title + " among " + helpMenu());
  }

  private static String pageText(String title) throws Exception {
    final String[] text = {""};
    String before = null;
    // Pages load on a thread of their own: wait until the text stays.
    for (int waited = 0; waited < PAGE_MILLIS && (text[0].isBlank() || !text[0].equals(before)); waited += 50) {
      before = text[0];
      Thread.sleep(50);
      EventQueue.invokeAndWait(() -> {
        for (final Window window : Window.getWindows()) {
          if (window.isShowing() && title.equals(title(window))) {
            final JTextComponent page = find(window, JTextComponent.class);
            if (page != null) {
              try {
                text[0] = page.getDocument().getText(0, page.getDocument().getLength()).strip();
              }
              catch (javax.swing.text.BadLocationException e) {
                throw new IllegalStateException(e);
              }
            }
          }
        }
      });
    }
    return text[0];
  }

  static String title(Window window) {
    if (window instanceof Frame) {
      return ((Frame) window).getTitle();
    }
    return window instanceof Dialog ? ((Dialog) window).getTitle() : window.getName();
  }

  static Object windows() {
    final List<String> titles = new ArrayList<>();
    for (final Window window : Window.getWindows()) {
      if (window.isShowing()) {
        titles.add(title(window));
      }
    }
    return titles;
  }

  private static Window window(String title) {
    for (final Window window : Window.getWindows()) {
      if (window.isShowing() && String.valueOf(title(window)).contains(title)) {
        return window;
      }
    }
    throw new IllegalArgumentException("no window " + title + " among " + windows());
  }

  static Object placeWindow(String title, Rectangle bounds) {
    window(title).setBounds(bounds);
    window(title).validate();
    return null;
  }

  static Object closeWindow(String title) {
    final Window window = window(title);
    window.dispatchEvent(new java.awt.event.WindowEvent(window, java.awt.event.WindowEvent.WINDOW_CLOSING));
    return null;
  }

  static Object screenshot(String path, String title) {
    final Window window = title == null ? null : window(title);
    if (window != null) {
      window.toFront();
    }
    return (Driver.After) () -> {
      Thread.sleep(PAINT_MILLIS);
      shoot(path, window);
      return null;
    };
  }

  /**
   * Takes a picture of what a map's window shows of the map itself: painted once more, when all is there that its
   * painting loads, for a window manager moves and covers windows in its own time.
   */
  static Object shootMap(String path, Component view) {
    return (Driver.After) () -> {
      final Rectangle shown = new Rectangle();
      final Rectangle before = new Rectangle();
      do {
        before.setBounds(shown);
        Thread.sleep(PAINT_MILLIS);
        EventQueue.invokeAndWait(() -> shown.setBounds(((javax.swing.JComponent) view).getVisibleRect()));
      } while (!before.equals(shown));
      final BufferedImage image = new BufferedImage(shown.width, shown.height, BufferedImage.TYPE_INT_RGB);
      EventQueue.invokeAndWait(() -> {
        final java.awt.Graphics2D graphics = image.createGraphics();
        graphics.translate(-shown.x, -shown.y);
        view.paint(graphics);
        graphics.dispose();
      });
      ImageIO.write(image, "png", new File(path));
      return null;
    };
  }

  /** Takes a picture at once, of a window or of the whole screen. */
  static void shoot(String path, Window window) throws AWTException, IOException {
    final Rectangle screen = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
    final Rectangle area = window == null ? screen : window.getBounds().intersection(screen);
    ImageIO.write(new Robot().createScreenCapture(area), "png", new File(path));
  }
}
