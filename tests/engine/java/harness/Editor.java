package harness;

import VASSAL.configure.ConfigureTree;
import VASSAL.configure.ValidationReportDialog;
import VASSAL.launch.EditExtensionAction;
import VASSAL.launch.EditorWindow;
import VASSAL.launch.ExtensionEditorWindow;
import VASSAL.tools.menu.MenuManager;

import java.awt.Window;
import java.io.File;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import javax.swing.Action;
import javax.swing.JButton;
import javax.swing.JList;
import javax.swing.ListModel;

/** The engine's own extension editor: its window, its tree, its Save As. */
final class Editor {
  private Editor() {
  }

  /** Opens an extension as the Module Manager's "Edit Extension" does. */
  static Object open(String path) throws Exception {
    final File file = new File(path);
    menus();
    Fields.call(EditExtensionAction.class, new EditExtensionAction(file), "loadModule",
      new Class<?>[] {File.class}, file);
    tree().expandRow(0);
    return null;
  }

  /** Chooses Save As; returns the problems that the editor shows before, which are ignored then. */
  static List<String> saveAs(String path) throws Exception {
    Files.choose(path);
    final Action action = (Action) Fields.get(EditorWindow.class, window(), "saveAsAction");
    final List<String> shown = new ArrayList<>();
    Installation.alone(() -> {
      action.actionPerformed(null);
      for (final Window window : Window.getWindows()) {
        if (window instanceof ValidationReportDialog && window.isVisible()) {
          final ListModel<?> problems = Screen.find(window, JList.class).getModel();
          for (int i = 0; i < problems.getSize(); i++) {
            shown.add(String.valueOf(problems.getElementAt(i)));
          }
          ignore((ValidationReportDialog) window);
        }
      }
    });
    return shown;
  }

  private static void ignore(ValidationReportDialog dialog) {
    for (final JButton button : Screen.findAll(dialog, JButton.class)) {
      if (button.getText() != null && !button.getText().isEmpty()) {
        button.doClick(); // the first one; those of a scroll bar have no text
        return;
      }
    }
  }

  static Object close() {
    window().dispose();
    return null;
  }

  /** Puts the editor's menus in place of the player's, which live on in them; there is but one manager. */
  private static void menus() throws ReflectiveOperationException {
    final MenuManager player = MenuManager.getInstance();
    Fields.set(MenuManager.class, null, "instance", null);
    final Constructor<?> editor = Class.forName("VASSAL.launch.Editor$EditorMenuManager").getDeclaredConstructor();
    editor.setAccessible(true);
    final Object both = editor.newInstance();
    for (final String items : new String[] {"actionLocations", "markers"}) {
      Fields.set(MenuManager.class, both, items, Fields.get(MenuManager.class, player, items));
    }
  }

  private static ConfigureTree tree() {
    return (ConfigureTree) Fields.get(EditorWindow.class, window(), "tree");
  }

  private static ExtensionEditorWindow window() {
    for (final Window window : Window.getWindows()) {
      if (window instanceof ExtensionEditorWindow && window.isDisplayable()) {
        return (ExtensionEditorWindow) window;
      }
    }
    throw new IllegalStateException("no extension is open in the editor");
  }
}
