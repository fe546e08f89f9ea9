package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.Chatter;

import java.awt.Component;
import java.awt.EventQueue;
import java.awt.KeyboardFocusManager;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.JTextField;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;

/** A keyboard: what is typed goes where the focus is, as the window system sends it. */
final class Keyboard {
  private static final int FOCUS_MILLIS = 5_000;
  /** Signs of a keyboard of the USA, and those on the same keys with Shift. */
  private static final String SIGNS = "`1234567890-=[]\\;',./";
  private static final String SHIFTED = "~!@#$%^&*()_+{}|:\"<>?";

  private Keyboard() {
  }

  private static JTextField chat() {
    return (JTextField) Fields.get(Chatter.class, GameModule.getGameModule().getChatter(), "input");
  }

  /** Gives the focus to a map, or to the text field of the chat if it is null. */
  static Object focus(String map) {
    final JComponent wanted = map == null ? chat() : Pieces.map(map).getView();
    return (Driver.After) () -> {
      final boolean[] has = new boolean[1];
      for (int waited = 0; waited < FOCUS_MILLIS && !has[0]; waited += 50) {
        EventQueue.invokeAndWait(() -> {
          final Window window = SwingUtilities.getWindowAncestor(wanted);
          has[0] = wanted.isFocusOwner();
          if (!has[0]) {
            window.toFront();
            wanted.requestFocus();
          }
        });
        if (!has[0]) {
          Thread.sleep(50);
        }
      }
      if (!has[0]) {
        throw new IllegalStateException("no focus for " + (map == null ? "the chat" : map));
      }
      return null;
    };
  }

  /** Presses and releases a key; a control character is typed where Ctrl is held, as X11 does. */
  static Object strike(int code, int modifiers) {
    final boolean control = (modifiers & InputEvent.CTRL_DOWN_MASK) != 0 && code >= 'A' && code <= 'Z';
    strike(code, modifiers, (char) (control ? code - '@' : code));
    return null;
  }

  private static void strike(int code, int modifiers, char sign) {
    final Component focused = KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
    post(focused, KeyEvent.KEY_PRESSED, modifiers, code, sign);
    post(focused, KeyEvent.KEY_TYPED, modifiers, KeyEvent.VK_UNDEFINED, sign);
    post(focused, KeyEvent.KEY_RELEASED, modifiers, code, sign);
  }

  private static void post(Component to, int id, int modifiers, int code, char sign) {
    Toolkit.getDefaultToolkit().getSystemEventQueue().postEvent(
      new KeyEvent(to, id, System.currentTimeMillis(), modifiers, code, sign));
  }

  /** Types signs that a keyboard of the USA has. */
  static Object type(String text) {
    for (final char sign : text.toCharArray()) {
      final int shifted = SHIFTED.indexOf(sign);
      final char key = shifted < 0 ? Character.toLowerCase(sign) : SIGNS.charAt(shifted);
      final int modifiers = key == sign ? 0 : InputEvent.SHIFT_DOWN_MASK;
      strike(KeyEvent.getExtendedKeyCodeForChar(key), modifiers, sign);
    }
    return null;
  }

  /** Takes what stands in the text field of the chat. */
  static Object typed() {
    final String text = chat().getText();
    chat().setText("");
    return text;
  }

  /** The keys that the text field of the chat itself acts on, as the engine encodes them. */
  static Object own() {
    final List<String> keys = new ArrayList<>();
    for (final KeyStroke key : chat().getInputMap(JComponent.WHEN_FOCUSED).allKeys()) {
      keys.add(key.getKeyCode() + "," + key.getModifiers());
    }
    return keys;
  }
}
