package harness;

import VASSAL.build.GameModule;
import VASSAL.tools.NamedKeyStroke;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import java.awt.Point;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The commands by name. Each runs on the event thread. */
final class Commands {
  private static final Map<String, Body> BY_NAME = new HashMap<>();
  private static Proof proof;

  private Commands() {
  }

  private interface Body {
    Object run(Arguments a) throws Exception;
  }

  static {
    // Games
    BY_NAME.put("new_game", a -> Games.start(a.text("side")));
    BY_NAME.put("close_game", a -> Games.end());
    BY_NAME.put("save", a -> Games.save(a.text("path")));
    BY_NAME.put("load", a -> Games.load(a.text("path"), a.text("side")));
    BY_NAME.put("side", a -> Games.side());
    BY_NAME.put("set_side", a -> Games.setSide(a.text("side")));
    BY_NAME.put("undo", a -> Games.undo());
    BY_NAME.put("can_undo", a -> Games.canUndo());
    BY_NAME.put("begin_log", a -> Games.beginLog(a.text("path")));
    BY_NAME.put("end_log", a -> Games.endLog());
    BY_NAME.put("step", a -> Games.step());
    BY_NAME.put("can_step", a -> Games.canStep());
    // Input
    BY_NAME.put("press", a -> {
      GameModule.getGameModule().fireKeyStroke(NamedKeyStroke.of(a.text("key")));
      return null;
    });
    BY_NAME.put("press_timed", a -> {
      final NamedKeyStroke stroke = NamedKeyStroke.of(a.text("key"));
      final long began = System.nanoTime();
      GameModule.getGameModule().fireKeyStroke(stroke);
      javax.swing.RepaintManager.currentManager(null).paintDirtyRegions();
      return (System.nanoTime() - began) / 1e6;
    });
    BY_NAME.put("opening", a -> Painting.opening(a.text("key"), Pieces.map(a.text("map"))));
    BY_NAME.put("focus", a -> Keyboard.focus(a.text("map")));
    BY_NAME.put("strike", a -> Keyboard.strike(a.number("code"), a.number("modifiers")));
    BY_NAME.put("type", a -> Keyboard.type(a.text("text")));
    BY_NAME.put("typed", a -> Keyboard.typed());
    BY_NAME.put("chat_keys", a -> Keyboard.own());
    BY_NAME.put("click", a -> Screen.click(a.text("text")));
    BY_NAME.put("click_menu", a -> Screen.clickMenu(a.text("text"), a.text("item")));
    BY_NAME.put("answers", a -> {
      Dialogs.queue(a.array("answers"));
      return null;
    });
    BY_NAME.put("answers_left", a -> Dialogs.forget());
    BY_NAME.put("dialogs", a -> Dialogs.take());
    // Dice
    BY_NAME.put("force_dice", a -> {
      a.array("faces").forEach(face -> Dice.INSTANCE.force(face.getAsInt()));
      return null;
    });
    BY_NAME.put("forced_left", a -> Dice.INSTANCE.forget());
    BY_NAME.put("seed", a -> {
      Dice.INSTANCE.seed(a.json.get("seed").getAsLong());
      return null;
    });
    BY_NAME.put("strict_dice", a -> {
      Dice.INSTANCE.strict(a.json.get("on").getAsBoolean());
      return null;
    });
    BY_NAME.put("dice_calls", a -> Dice.INSTANCE.takeCalls());
    // Properties and texts
    BY_NAME.put("props", a -> Texts.props(a.array("names")));
    BY_NAME.put("all_props", a -> Texts.allProps());
    BY_NAME.put("set_props", a -> Texts.setProps(a.json.getAsJsonObject("values")));
    BY_NAME.put("shadow", a -> Texts.shadow(a.text("property"), a.text("value")));
    BY_NAME.put("unshadow", a -> Texts.unshadow());
    BY_NAME.put("evaluate", a -> Texts.evaluate(a.array("expressions"), a.text("piece")));
    BY_NAME.put("validate", a -> Texts.validate(a.array("expressions")));
    BY_NAME.put("proof_chains", a -> {
      proof = new Proof(a.json.getAsJsonObject("chains"));
      return null;
    });
    BY_NAME.put("proof", a -> proof.answer(a.array("parts")));
    BY_NAME.put("decode_sequence", a -> Texts.decode(a.text("text"), a.text("delimiter").charAt(0)));
    BY_NAME.put("encode_sequence", a -> Texts.encode(a.array("tokens"), a.text("delimiter").charAt(0)));
    // Output
    BY_NAME.put("chat", a -> Chat.takeShown());
    BY_NAME.put("chat_html", a -> Chat.takeHtml());
    BY_NAME.put("problems", a -> Problems.take());
    BY_NAME.put("outgoing", a -> Tap.take());
    BY_NAME.put("receive", a -> (Driver.After) () -> {
      Tap.receive(a.text("command"));
      return null;
    });
    // Screen
    BY_NAME.put("toolbar", a -> Screen.toolbar());
    BY_NAME.put("menu", a -> Screen.menu(a.text("text")));
    BY_NAME.put("show_menu", a -> Screen.showMenu(a.text("text")));
    BY_NAME.put("help_menu", a -> Screen.helpMenu());
    BY_NAME.put("open_help", a -> Screen.openHelp(a.text("title")));
    BY_NAME.put("follow_link", a -> Pages.follow(a.text("title"), a.text("href")));
    BY_NAME.put("windows", a -> Screen.windows());
    BY_NAME.put("resize", a -> Screen.placeWindow(a.text("title"),
      new Rectangle(a.number("x"), a.number("y"), a.number("width"), a.number("height"))));
    BY_NAME.put("close_window", a -> Screen.closeWindow(a.text("title")));
    BY_NAME.put("screenshot", a -> Screen.screenshot(a.text("path"), a.text("title")));
    BY_NAME.put("map_picture", a -> Screen.shootMap(a.text("path"), Pieces.map(a.text("map")).getView()));
    BY_NAME.put("zoom", a -> {
      Pieces.map(a.text("map")).getZoomer().setZoomFactor(a.number("percent") / 100.0);
      return null;
    });
    // Pieces and components
    BY_NAME.put("pieces", a -> Pieces.on(a.text("map")));
    BY_NAME.put("piece_props", a -> Pieces.props(a.text("id"), a.array("names")));
    BY_NAME.put("piece_menu", a -> Pieces.menu(a.text("id")));
    BY_NAME.put("piece_command", a -> Pieces.command(a.text("id"), a.text("command")));
    BY_NAME.put("piece_key", a -> Pieces.key(a.text("id"), a.text("key")));
    BY_NAME.put("click_map", a -> Pieces.click(a.text("map"), a.point()));
    BY_NAME.put("slots", a -> Pieces.slots());
    BY_NAME.put("place_piece", a -> Pieces.place(a.text("gpid"), a.text("map"), a.point()));
    BY_NAME.put("move_piece", a -> Pieces.move(a.text("id"), a.text("map"), a.point()));
    BY_NAME.put("remove_piece", a -> Pieces.remove(a.text("id")));
    BY_NAME.put("components", a -> Components.lines());
    BY_NAME.put("component_tree", a -> Components.all());
    BY_NAME.put("extensions", a -> Components.extensions());
    // The extension editor
    BY_NAME.put("edit", a -> Editor.open(a.text("path")));
    BY_NAME.put("edit_save_as", a -> Editor.saveAs(a.text("path")));
    BY_NAME.put("edit_close", a -> Editor.close());
    BY_NAME.put("component_defaults", a -> Defaults.components());
    BY_NAME.put("trait_defaults", a -> Defaults.traits());
  }

  static Object run(JsonObject command) throws Exception {
    final String name = command.get("do").getAsString();
    final Body body = BY_NAME.get(name);
    if (body == null) {
      throw new IllegalArgumentException("the driver has no command " + name);
    }
    return body.run(new Arguments(command));
  }

  private static final class Arguments {
    private final JsonObject json;

    Arguments(JsonObject json) {
      this.json = json;
    }

    String text(String key) {
      final JsonElement value = json.get(key);
      return value == null || value.isJsonNull() ? null : value.getAsString();
    }

    int number(String key) {
      return json.get(key).getAsInt();
    }

    Point point() {
      return new Point(number("x"), number("y"));
    }

    JsonArray array(String key) {
      return json.getAsJsonArray(key);
    }
  }
}
