package harness;

import VASSAL.build.GameModule;
import VASSAL.i18n.Localization;
import VASSAL.launch.Player;

import java.io.IOException;

/** The engine's own start, with our generator, connection, file dialogs and game setup put in. */
final class Boot extends Player {
  Boot(String module) {
    super(new String[] {"--load", module});
  }

  /** Does what Player does, without the welcome wizard. */
  @Override
  protected void launch() throws IOException {
    GameModule.init(createModule(createDataArchive()));
    final GameModule module = GameModule.getGameModule();
    Chat.capture(module.getChatter());
    module.getPrefs().setValue(GameModule.REAL_NAME, Driver.player());
    module.getPrefs().setValue(GameModule.SECRET_NAME, "secret of " + Driver.player());
    GameModule.setUserId("secret of " + Driver.player());
    for (final String prompt : new String[] {"PromptNewLogAtStart", "PromptNewLogEnd", "promptLogComment"}) {
      if (module.getPrefs().getOption(prompt) != null) {
        module.getPrefs().setValue(prompt, Boolean.FALSE);
      }
    }
    Fields.set(GameModule.class, module, "RNG", Dice.INSTANCE);
    Fields.set(GameModule.class, module, "server", Tap.connection());
    Fields.set(GameModule.class, module, "fileChooser", Files.chooser(module));
    Fields.set(GameModule.class, module, "wizardSupport", new Games.Setup());
    createExtensionsLoader().addTo(module);
    Localization.getInstance().translate();
    module.getPlayerWindow().setSize(1260, 900);
    module.getPlayerWindow().setVisible(true);
  }
}
