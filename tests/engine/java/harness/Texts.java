package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.build.module.properties.MutableProperty;
import VASSAL.build.module.properties.PropertySource;
import VASSAL.tools.FormattedString;
import VASSAL.tools.SequenceEncoder;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Properties, expressions and the engine's text formats. */
final class Texts {
  private static final Map<String, MutableProperty> SHADOWED = new HashMap<>();

  private Texts() {
  }

  private static GameModule module() {
    return GameModule.getGameModule();
  }

  static Object props(JsonArray names) {
    final JsonObject values = new JsonObject();
    for (final JsonElement name : names) {
      final Object value = module().getProperty(name.getAsString());
      values.addProperty(name.getAsString(), value == null ? "" : value.toString());
    }
    return values;
  }

  /** All global properties, wherever they hang, with the value that the module sees under that name. */
  static Object allProps() {
    final JsonArray names = new JsonArray();
    for (final GlobalProperty property : module().getAllDescendantComponentsOf(GlobalProperty.class)) {
      names.add(property.getConfigureName());
    }
    return props(names);
  }

  static Object setProps(JsonObject values) {
    for (final Map.Entry<String, JsonElement> entry : values.entrySet()) {
      final MutableProperty property = MutableProperty.Util.findMutableProperty(entry.getKey(), List.of(module()));
      if (property == null) {
        throw new IllegalArgumentException("the module has no global property " + entry.getKey());
      }
      property.setPropertyValue(entry.getValue().getAsString());
    }
    return null;
  }

  /** Puts a property of this name in front of the one that is there, as a later extension does. */
  static Object shadow(String name, String value) {
    final MutableProperty.Impl other = new MutableProperty.Impl(name, null);
    other.setPropertyValue(value);
    SHADOWED.putIfAbsent(name, module().getMutableProperty(name));
    module().addMutableProperty(name, other);
    return null;
  }

  /** Takes away what shadow put there. */
  static Object unshadow() {
    SHADOWED.forEach((name, property) -> module().addMutableProperty(name, property));
    SHADOWED.clear();
    return null;
  }

  /** Evaluates at the module's level, or as a trait of a piece does. */
  static Object evaluate(JsonArray texts, String piece) {
    final PropertySource source = piece == null ? module() : Pieces.piece(piece);
    final List<String> values = new ArrayList<>();
    for (final JsonElement text : texts) {
      values.add(new FormattedString(text.getAsString()).getText(source, module(), "Editor.report_format"));
    }
    return values;
  }

  static Object validate(JsonArray expressions) throws Exception {
    final Class<?> type = Class.forName("bsh.BeanShellExpressionValidator");
    final List<JsonObject> verdicts = new ArrayList<>();
    for (final JsonElement expression : expressions) {
      final Object validator = type.getConstructor(String.class).newInstance(expression.getAsString());
      final Object error = type.getMethod("getError").invoke(validator);
      final JsonObject verdict = new JsonObject();
      verdict.addProperty("valid", (Boolean) type.getMethod("isValid").invoke(validator));
      verdict.addProperty("error", error == null ? "" : error.toString());
      verdict.add("variables", Driver.GSON.toJsonTree(type.getMethod("getVariables").invoke(validator)));
      verdict.add("methods", Driver.GSON.toJsonTree(type.getMethod("getMethods").invoke(validator)));
      verdicts.add(verdict);
    }
    return verdicts;
  }

  static Object decode(String text, char delimiter) {
    final List<String> tokens = new ArrayList<>();
    final SequenceEncoder.Decoder decoder = new SequenceEncoder.Decoder(text, delimiter);
    while (decoder.hasMoreTokens()) {
      tokens.add(decoder.nextToken());
    }
    return tokens;
  }

  static Object encode(JsonArray tokens, char delimiter) {
    final SequenceEncoder encoder = new SequenceEncoder(delimiter);
    for (final JsonElement token : tokens) {
      encoder.append(token.getAsString());
    }
    return encoder.getValue();
  }
}
