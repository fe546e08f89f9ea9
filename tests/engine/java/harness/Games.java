package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.GameState;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.WizardSupport;
import VASSAL.configure.StringEnumConfigurer;

import java.awt.Cursor;
import java.awt.EventQueue;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.swing.Action;

/** Games as a player opens, keeps and closes them: by the actions of the File menu and the tool bar. */
final class Games {
  private static final int LOAD_MILLIS = 60_000;
  /** The side to take when a game asks for one; null is the observer. */
  private static String wanted;

  private Games() {
  }

  private static GameState state() {
    return GameModule.getGameModule().getGameState();
  }

  private static PlayerRoster roster() {
    return GameModule.getGameModule().getPlayerRoster();
  }

  static Object start(String side) {
    wanted = side;
    end();
    stateAction("newGame").actionPerformed(null);
    if (!state().isGameStarted()) {
      throw new IllegalStateException("no game has started");
    }
    if (side != null && !side.equals(PlayerRoster.getMySide())) {
      throw new IllegalArgumentException("no side " + side + " but " + PlayerRoster.getMySide());
    }
    return PlayerRoster.getMySide();
  }

  /** Closes the game; what was not saved is lost, as a player chooses who answers No. */
  static Object end() {
    state().setModified(false);
    state().setup(false);
    return null;
  }

  static Object save(String path) throws Exception {
    Installation.alone(() -> state().saveGame(new File(path)));
    return null;
  }

  /** Takes File, Load; a game that is open ends. The side comes from the save, unless one is named. */
  static Object load(String path, String side) throws IOException {
    if (!new File(path).isFile()) {
      throw new FileNotFoundException(path);
    }
    wanted = side;
    Fields.set(GameModule.class, GameModule.getGameModule(), "gameFile", null);
    Files.choose(path);
    state().setModified(false);
    state().loadGame(false);
    return (Driver.After) () -> {
      final boolean[] busy = {true};
      for (final long end = System.currentTimeMillis() + LOAD_MILLIS; busy[0];) {
        EventQueue.invokeAndWait(() -> busy[0] =
          GameModule.getGameModule().getPlayerWindow().getCursor().getType() == Cursor.WAIT_CURSOR);
        if (busy[0] && System.currentTimeMillis() > end) {
          throw new IllegalStateException("still loading " + path);
        }
        if (busy[0]) {
          Thread.sleep(5);
        }
      }
      Driver.settle();
      if (!new File(path).getName().equals(GameModule.getGameModule().getGameFile())) {
        throw new IllegalStateException("not loaded: " + path);
      }
      if (side != null && !side.equals(PlayerRoster.getMySide())) {
        final Exception[] thrown = new Exception[1];
        EventQueue.invokeAndWait(() -> {
          try {
            setSide(side);
          }
          catch (Exception e) {
            thrown[0] = e;
          }
        });
        if (thrown[0] != null) {
          throw thrown[0];
        }
      }
      return PlayerRoster.getMySide();
    };
  }

  static Object side() {
    return PlayerRoster.getMySide();
  }

  /** Changes sides as the Retire button does, without its question and its chat line; null: none at all. */
  static Object setSide(String side) throws Exception {
    if (side != null && !roster().getSides().contains(side) && !PlayerRoster.OBSERVER.equals(side)) {
      throw new IllegalArgumentException("no side " + side + " among " + roster().getSides());
    }
    final String before = PlayerRoster.getMySide();
    roster().remove(GameModule.getActiveUserId());
    if (side != null) {
      roster().add(GameModule.getActiveUserId(), Driver.player(), side);
    }
    final Class<?> text = String.class;
    Fields.call(PlayerRoster.class, roster(), "fireSideChange", new Class<?>[] {text, text}, before, side);
    Fields.call(GameState.class, state(), "doStartupGlobalKeyCommands", new Class<?>[] {boolean.class}, true);
    return PlayerRoster.getMySide();
  }

  static Object undo() {
    if (!canUndo()) {
      throw new IllegalStateException("nothing to undo");
    }
    logAction("undoAction").actionPerformed(null);
    return null;
  }

  /** Some engines leave the button enabled at the start of a game, with nothing to undo. */
  static boolean canUndo() {
    return logAction("undoAction").isEnabled()
      && (Integer) Fields.get(BasicLogger.class, GameModule.getGameModule().getLogger(), "nextUndo") >= 0;
  }

  static Object beginLog(String path) {
    Files.choose(path);
    logAction("newLogAction").actionPerformed(null);
    return null;
  }

  /** Does what End Logfile does, without its chat line. */
  static Object endLog() throws Exception {
    final BasicLogger logger = (BasicLogger) GameModule.getGameModule().getLogger();
    Installation.alone(logger::write);
    Fields.set(BasicLogger.class, logger, "outputFile", null);
    logAction("newLogAction").setEnabled(true);
    return null;
  }

  /** Presses Step; tells whether there is another one. */
  static Object step() {
    final Action step = logAction("stepAction");
    if (!step.isEnabled()) {
      throw new IllegalStateException("Step is greyed");
    }
    step.actionPerformed(null);
    return (Driver.After) step::isEnabled;
  }

  static boolean canStep() {
    return logAction("stepAction").isEnabled();
  }

  private static Action logAction(String name) {
    return (Action) Fields.get(BasicLogger.class, GameModule.getGameModule().getLogger(), name);
  }

  private static Action stateAction(String name) {
    return (Action) Fields.get(GameState.class, state(), name);
  }

  /** Answers the questions that the wizard for a new game would show; boards keep the module's own choice. */
  static final class Setup extends WizardSupport {
    @Override
    public void showGameSetupWizard() {
      final List<GameSetupStep> steps = new ArrayList<>();
      state().getUnfinishedSetupSteps().forEachRemaining(steps::add);
      for (final GameSetupStep step : steps) {
        step.getControls();
        if (step instanceof PlayerRoster) {
          final StringEnumConfigurer side = (StringEnumConfigurer) Fields.get(PlayerRoster.class, step, "sideConfig");
          side.setValue(wanted == null ? Fields.get(PlayerRoster.class, step, "translatedObserver") : wanted);
        }
        step.finish();
      }
    }
  }
}
