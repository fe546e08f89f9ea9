package harness;

import VASSAL.i18n.Resources;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import java.awt.AWTEvent;
import java.awt.AWTException;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.FileDialog;
import java.awt.Toolkit;
import java.awt.event.WindowEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JOptionPane;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import javax.swing.Timer;
import javax.swing.UIManager;
import javax.swing.text.JTextComponent;

/**
 * Answers modal dialogs by the answers that were queued; one that nobody expected is a problem. Only
 * "Save Game?" has an answer of its own, No: the commands that end a game never save it.
 */
final class Dialogs {
  private static final Deque<JsonElement> ANSWERS = new ArrayDeque<>();
  private static final List<JsonObject> SEEN = new ArrayList<>();

  private Dialogs() {
  }

  static void watch() {
    Toolkit.getDefaultToolkit().addAWTEventListener(event -> {
      if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof Dialog
          && ((Dialog) event.getSource()).isModal()) {
        final Dialog dialog = (Dialog) event.getSource();
        EventQueue.invokeLater(() -> meet(dialog));
      }
    }, AWTEvent.WINDOW_EVENT_MASK);
  }

  static void queue(JsonArray answers) {
    answers.forEach(ANSWERS::add);
  }

  /** Forgets the answers that no dialog asked for; returns how many. */
  static int forget() {
    final int left = ANSWERS.size();
    ANSWERS.clear();
    return left;
  }

  static List<JsonObject> take() {
    final List<JsonObject> taken = new ArrayList<>(SEEN);
    SEEN.clear();
    return taken;
  }

  private static void meet(Dialog dialog) {
    if (dialog instanceof FileDialog) {
      Files.answer((FileDialog) dialog);
      return;
    }
    final JsonObject seen = describe(dialog);
    if (Resources.getString("GameState.save_game_query").equals(seen.get("message").getAsString())) {
      click(dialog, UIManager.getString("OptionPane.noButtonText"));
      return;
    }
    SEEN.add(seen);
    attend(dialog, seen);
  }

  /** Does what happens before a player answers, then answers; each on its own turn of the event thread. */
  private static void attend(Dialog dialog, JsonObject seen) {
    final JsonElement next = ANSWERS.poll();
    final String how = next == null ? "none" : how(next);
    if ("receive".equals(how)) {
      Tap.receive(next.getAsJsonObject().get("command").getAsString());
      EventQueue.invokeLater(() -> attend(dialog, seen));
    }
    else if ("shoot".equals(how)) {
      final Timer later = new Timer(Screen.PAINT_MILLIS, e -> {
        try {
          Screen.shoot(next.getAsJsonObject().get("path").getAsString(), null);
        }
        catch (AWTException | IOException ex) {
          Problems.add("no picture: " + ex);
        }
        attend(dialog, seen);
      });
      later.setRepeats(false);
      later.start();
    }
    else {
      String trouble;
      try {
        trouble = next == null ? "unexpected dialog: " + seen : give(dialog, next);
      }
      catch (RuntimeException e) {
        trouble = "dialog " + seen + ": " + Problems.trace(e);
      }
      if (trouble != null) {
        Problems.add(trouble);
        close(dialog);
      }
    }
  }

  private static JsonObject describe(Dialog dialog) {
    final JOptionPane pane = Screen.find(dialog, JOptionPane.class);
    final JsonObject seen = new JsonObject();
    seen.addProperty("title", dialog.getTitle() == null ? "" : dialog.getTitle());
    seen.addProperty("message", pane != null && pane.getMessage() instanceof String
      ? (String) pane.getMessage() : labels(pane == null ? dialog : pane));
    seen.addProperty("initial", "");
    final JsonArray choices = new JsonArray();
    final Component input = input(pane);
    if (input instanceof JTextField) {
      seen.addProperty("initial", ((JTextField) input).getText());
    }
    else if (input instanceof JComboBox) {
      final JComboBox<?> box = (JComboBox<?>) input;
      seen.addProperty("initial", String.valueOf(box.getSelectedItem()));
      for (int i = 0; i < box.getItemCount(); i++) {
        choices.add(String.valueOf(box.getItemAt(i)));
      }
    }
    else if (input instanceof JList) {
      final JList<?> list = (JList<?>) input;
      seen.addProperty("initial", String.valueOf(list.getSelectedValue()));
      for (int i = 0; i < list.getModel().getSize(); i++) {
        choices.add(String.valueOf(list.getModel().getElementAt(i)));
      }
    }
    else {
      buttons(dialog).forEach(button -> choices.add(button.getText()));
    }
    seen.add("choices", choices);
    return seen;
  }

  /** The part of an option pane that takes an answer, if it asks for one. */
  private static Component input(JOptionPane pane) {
    if (pane == null || !pane.getWantsInput()) {
      return null;
    }
    if (pane.getSelectionValues() == null) {
      return Screen.find(pane, JTextField.class);
    }
    final Component box = Screen.find(pane, JComboBox.class);
    return box != null ? box : Screen.find(pane, JList.class);
  }

  /** An answer is a text, or {"how": "cancel" | "close" | "receive" | "shoot"}. */
  private static String how(JsonElement answer) {
    return answer.isJsonObject() ? answer.getAsJsonObject().get("how").getAsString() : "text";
  }

  /** Returns what went wrong, or null. */
  private static String give(Dialog dialog, JsonElement answer) {
    final JOptionPane pane = Screen.find(dialog, JOptionPane.class);
    if ("close".equals(how(answer))) {
      close(dialog);
      return null;
    }
    if ("cancel".equals(how(answer))) {
      return click(dialog, UIManager.getString("OptionPane.cancelButtonText"));
    }
    final String text = answer.getAsString();
    final Component input = input(pane);
    if (input == null) {
      return click(dialog, text);
    }
    boolean known = true;
    if (input instanceof JTextField) {
      ((JTextField) input).setText(text);
    }
    else if (input instanceof JComboBox) {
      ((JComboBox<?>) input).setSelectedItem(text);
      known = text.equals(((JComboBox<?>) input).getSelectedItem());
    }
    else {
      ((JList<?>) input).setSelectedValue(text, true);
      known = text.equals(((JList<?>) input).getSelectedValue());
    }
    return known ? click(dialog, UIManager.getString("OptionPane.okButtonText")) : "no choice " + text + ": " + describe(dialog);
  }

  private static String click(Dialog dialog, String text) {
    for (final JButton button : buttons(dialog)) {
      if (text.equals(button.getText())) {
        // A numeric prompt asks again within this click: let go of it first.
        EventQueue.invokeLater(button::doClick);
        return null;
      }
    }
    return "no button " + text + ": " + describe(dialog);
  }

  private static List<JButton> buttons(Dialog dialog) {
    final List<JButton> found = Screen.findAll(dialog, JButton.class);
    found.removeIf(b -> SwingUtilities.getAncestorOfClass(JComboBox.class, b) != null
      || b.getText() == null || b.getText().isEmpty());
    return found;
  }

  private static String labels(Container parent) {
    final List<String> texts = new ArrayList<>();
    for (final Component child : Screen.findAll(parent, Component.class)) {
      String text = null;
      if (child instanceof JLabel) {
        text = ((JLabel) child).getText();
      }
      else if (child instanceof JTextComponent && !((JTextComponent) child).isEditable()) {
        text = ((JTextComponent) child).getText();
      }
      if (text != null && !text.isBlank()) {
        texts.add(text);
      }
    }
    return String.join("\n", texts);
  }

  private static void close(Dialog dialog) {
    dialog.dispatchEvent(new WindowEvent(dialog, WindowEvent.WINDOW_CLOSING));
    if (dialog.isVisible()) {
      dialog.dispose();
    }
  }
}
