package harness;

import VASSAL.build.GameModule;
import VASSAL.tools.filechooser.FileChooser;
import VASSAL.tools.filechooser.FileFilter;

import java.awt.Component;
import java.awt.FileDialog;
import java.io.File;

/** Answers the file dialogs: with the file that a command named, or with Cancel. */
final class Files {
  private static File next;

  private Files() {
  }

  /** Names the file that the next file dialog returns. */
  static void choose(String path) {
    next = new File(path);
  }

  /** Answers a file dialog of the window system, which the engine opens for what it never asked before. */
  static void answer(FileDialog dialog) {
    if (next == null) {
      Problems.add("unexpected file dialog: " + dialog.getTitle());
    }
    else {
      dialog.setDirectory(next.getParent());
      dialog.setFile(next.getName());
      next = null;
    }
    dialog.setVisible(false);
  }

  static FileChooser chooser(GameModule module) {
    return new Chooser(module.getPlayerWindow());
  }

  private static final class Chooser extends FileChooser {
    private File chosen;

    Chooser(Component parent) {
      super(parent, null);
    }

    private int show(String what) {
      if (next == null) {
        Problems.add("unexpected file dialog: " + what);
        return CANCEL_OPTION;
      }
      chosen = next;
      next = null;
      return APPROVE_OPTION;
    }

    @Override
    public int showOpenDialog(Component parent) {
      return show("open");
    }

    @Override
    public int showSaveDialog(Component parent) {
      return show("save");
    }

    @Override
    public File getSelectedFile() {
      return chosen;
    }

    @Override
    public void setSelectedFile(File file) {
      chosen = file;
    }

    @Override
    public File getCurrentDirectory() {
      return chosen == null ? null : chosen.getParentFile();
    }

    @Override
    public void setCurrentDirectory(File dir) {
    }

    @Override
    public void rescanCurrentDirectory() {
    }

    @Override
    public String getDialogTitle() {
      return "";
    }

    @Override
    public void setDialogTitle(String title) {
    }

    @Override
    public FileFilter getFileFilter() {
      return null;
    }

    @Override
    public void setFileFilter(FileFilter filter) {
    }

    @Override
    public void addChoosableFileFilter(FileFilter filter) {
    }

    @Override
    public boolean removeChoosableFileFilter(FileFilter filter) {
      return false;
    }

    @Override
    public void resetChoosableFileFilters() {
    }
  }
}
