package harness;

import VASSAL.Info;
import VASSAL.build.module.Map;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.script.ExpressionInterpreter;

import bsh.EvalError;
import bsh.Interpreter;
import bsh.NameSpace;

/**
 * Sum and Count as later engines have them: from the module's own level, not from a piece only.
 *
 * <p>The registry's engine (3.6.0-SNAPSHOT) gives 0 there (ExpressionInterpreter.sum asks for a piece
 * as its source); 3.6.19 and newer look at the pieces. The stand-in lends it any piece of the map as
 * the source; filters and sums are the engine's own. {@code -Dharness.bare=true} leaves it out.
 */
public final class ModuleLevel {
  private static final String LACKING = "3.6.0-SNAPSHOT";
  private static final String CALLER = "interp = this.caller.namespace.getVariable(\"_interp\");"
    + "source = this.caller.namespace.getVariable(\"_source\");";
  private static final String WORDS =
    "Sum(Object property, Object filter, Object map) {" + CALLER
    + "return harness.ModuleLevel.sum(interp, source, property, filter, map); }"
    + "Count(Object filter, Object map) {" + CALLER
    + "return harness.ModuleLevel.count(interp, source, filter, map); }";

  private ModuleLevel() {
  }

  static void supply() throws Exception {
    if (!Info.getVersion().startsWith(LACKING) || Boolean.getBoolean("harness.bare")) {
      return;
    }
    new ExpressionInterpreter("0");
    final Interpreter words = new Interpreter();
    words.setClassLoader(ModuleLevel.class.getClassLoader());
    words.setNameSpace((NameSpace) Fields.get(ExpressionInterpreter.class, null, "topLevelNameSpace"));
    try {
      words.eval(WORDS);
    }
    catch (EvalError e) {
      throw new IllegalStateException(e);
    }
  }

  /** Called from BeanShell. */
  public static int sum(Object interpreter, Object source, Object property, Object filter, Object map) {
    final Object piece = source instanceof GamePiece ? source : anyPiece((String) map);
    return ((Number) ((ExpressionInterpreter) interpreter).sum(piece, property, filter, map)).intValue();
  }

  /** Called from BeanShell. */
  public static int count(Object interpreter, Object source, Object filter, Object map) {
    final Object piece = source instanceof GamePiece ? source : anyPiece((String) map);
    return ((Number) ((ExpressionInterpreter) interpreter).count(piece, filter, map)).intValue();
  }

  private static GamePiece anyPiece(String name) {
    for (final Map map : Map.getMapList()) {
      if (!map.getMapName().equals(name)) {
        continue;
      }
      for (final GamePiece piece : map.getAllPieces()) {
        if (!(piece instanceof Stack)) {
          return piece;
        }
        if (((Stack) piece).getPieceCount() > 0) {
          return ((Stack) piece).getPieceAt(0);
        }
      }
    }
    return null;
  }
}
