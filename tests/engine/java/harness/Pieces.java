package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.command.RemovePiece;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Decorator;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.tools.NamedKeyStroke;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import java.awt.Component;
import java.awt.EventQueue;
import java.awt.Point;
import java.awt.event.ActionEvent;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;

/** Pieces on maps and in palettes. */
final class Pieces {
  private static final int DROP_MILLIS = 20_000;

  private Pieces() {
  }

  private static GameModule module() {
    return GameModule.getGameModule();
  }

  static Map map(String name) {
    for (final Map map : module().getAllDescendantComponentsOf(Map.class)) {
      if (name.equals(map.getMapName())) {
        return map;
      }
    }
    throw new IllegalArgumentException("no map " + name);
  }

  static GamePiece piece(String id) {
    final GamePiece piece = module().getGameState().getPieceForId(id);
    if (piece == null) {
      throw new IllegalArgumentException("no piece " + id);
    }
    return piece;
  }

  static Object on(String mapName) {
    final Map map = map(mapName);
    final List<JsonObject> found = new ArrayList<>();
    for (final GamePiece piece : module().getGameState().getAllPieces()) {
      if (!(piece instanceof Stack) && piece.getMap() == map) {
        final JsonObject one = new JsonObject();
        one.addProperty("id", piece.getId());
        one.addProperty("name", piece.getName());
        one.addProperty("basic_name", String.valueOf(piece.getProperty(BasicPiece.BASIC_NAME)));
        one.addProperty("gpid", String.valueOf(piece.getProperty(Properties.PIECE_ID)));
        one.addProperty("x", piece.getPosition().x);
        one.addProperty("y", piece.getPosition().y);
        one.addProperty("type", piece.getType());
        found.add(one);
      }
    }
    return found;
  }

  /**
   * Clicks on a map with the left button. Engines from 3.7 let no part of a piece hear a click for half a second
   * after it was dropped, which a hand does not notice (KeyBuffer.setSuppressActionButtons, PieceMover.movePieces).
   */
  static Object click(String mapName, Point at) {
    final Map map = map(mapName);
    return (Driver.After) () -> {
      for (final long end = System.currentTimeMillis() + DROP_MILLIS; deaf(); Thread.sleep(20)) {
        if (System.currentTimeMillis() > end) {
          throw new IllegalStateException("clicks are not heard long after a drop");
        }
      }
      EventQueue.invokeAndWait(() -> clickNow(map, at));
      return null;
    };
  }

  private static boolean deaf() throws Exception {
    final boolean[] deaf = new boolean[1];
    EventQueue.invokeAndWait(() -> {
      try {
        deaf[0] = Boolean.TRUE.equals(
          Fields.call(KeyBuffer.class, KeyBuffer.getBuffer(), "isSuppressActionButtons", new Class<?>[0])
        );
      }
      catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    return deaf[0];
  }

  private static void clickNow(Map map, Point at) {
    final Component view = map.getView();
    final Point point = map.mapToComponent(at);
    final int down = InputEvent.BUTTON1_DOWN_MASK;
    for (final int kind : new int[] {MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED}) {
      final int modifiers = kind == MouseEvent.MOUSE_PRESSED ? down : 0;
      view.dispatchEvent(new MouseEvent(
        view, kind, System.currentTimeMillis(), modifiers, point.x, point.y, 1, false, MouseEvent.BUTTON1
      ));
    }
  }

  static Object props(String id, JsonArray names) {
    final GamePiece piece = piece(id);
    final JsonObject values = new JsonObject();
    for (final JsonElement name : names) {
      final Object value = piece.getProperty(name.getAsString());
      values.addProperty(name.getAsString(), value == null ? "" : value.toString());
    }
    return values;
  }

  static Object slots() {
    final List<JsonObject> slots = new ArrayList<>();
    for (final PieceSlot slot : module().getAllDescendantComponentsOf(PieceSlot.class)) {
      final JsonObject one = new JsonObject();
      one.addProperty("gpid", slot.getGpId());
      one.addProperty("name", slot.getConfigureName());
      slots.add(one);
    }
    return slots;
  }

  /** Drops a copy of a palette's piece on a map, as the end of a drag does. */
  static Object place(String gpid, String mapName, Point point) throws Exception {
    for (final PieceSlot slot : module().getAllDescendantComponentsOf(PieceSlot.class)) {
      if (gpid.equals(slot.getGpId())) {
        final GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
        piece.setProperty(Properties.PIECE_ID, slot.getGpId());
        drop(piece, map(mapName), point);
        return piece.getId();
      }
    }
    throw new IllegalArgumentException("no piece slot " + gpid);
  }

  /** Drags a piece to another point. */
  static Object move(String id, String mapName, Point point) throws Exception {
    drop(piece(id), map(mapName), point);
    return null;
  }

  /** Takes a piece out of the game, as its Delete command does. */
  static Object remove(String id) {
    final Command remove = new RemovePiece(Decorator.getOutermost(piece(id)));
    remove.execute();
    module().sendAndLog(remove);
    return null;
  }

  private static void drop(GamePiece piece, Map map, Point point) throws Exception {
    final List<PieceMover> movers = map.getComponentsOf(PieceMover.class);
    if (movers.isEmpty()) {
      throw new IllegalArgumentException("nothing can be dragged on map " + map.getMapName());
    }
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece);
    Fields.call(PieceMover.class, movers.get(0), "performDrop", new Class<?>[] {Point.class}, point);
  }

  private static KeyCommand[] commands(GamePiece piece) {
    final KeyCommand[] commands = (KeyCommand[]) piece.getProperty(Properties.KEY_COMMANDS);
    return commands == null ? new KeyCommand[0] : commands;
  }

  static Object menu(String id) {
    final List<JsonObject> items = new ArrayList<>();
    for (final KeyCommand command : commands(Decorator.getOutermost(piece(id)))) {
      final JsonObject item = new JsonObject();
      item.addProperty("text", command.getName());
      item.addProperty("enabled", command.isEnabled());
      items.add(item);
    }
    return items;
  }

  /** Chooses from the right-click menu. */
  static Object command(String id, String text) {
    final GamePiece piece = select(id);
    for (final KeyCommand command : commands(piece)) {
      if (text.equals(command.getName())) {
        command.actionPerformed(new ActionEvent(piece, ActionEvent.ACTION_PERFORMED, text));
        return null;
      }
    }
    throw new IllegalArgumentException("piece " + id + " has no menu command " + text);
  }

  /** Sends a named key to the selected piece; tells whether anything came of it. */
  static Object key(String id, String name) {
    select(id);
    final int before = Tap.size();
    module().sendAndLog(KeyBuffer.getBuffer().keyCommand(NamedKeyStroke.of(name).getKeyStroke()));
    return Tap.size() > before;
  }

  private static GamePiece select(String id) {
    final GamePiece piece = Decorator.getOutermost(piece(id));
    KeyBuffer.getBuffer().clear();
    KeyBuffer.getBuffer().add(piece);
    return piece;
  }
}
