package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.properties.PropertySource;
import VASSAL.tools.FormattedString;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs chains of setters with properties of its own, by the engine's evaluator, for any rule. */
final class Proof implements PropertySource {
  /** One run of a chain: once, or as long as a property begins with a text. */
  private static final class Run {
    String chain;
    String property;
    String begins;
  }

  /** Cases that begin alike; tests/engine/cases.py says what it means. */
  private static final class Part {
    String[] names;
    Run[] run;
    String[] told;
    Case[] cases;
  }

  private static final class Case {
    String[] put;
    Part[] then;
  }

  private final Map<String, String[][]> chains = new HashMap<>();
  private Map<String, String> values = new HashMap<>();

  Proof(JsonObject c) {
    for (final String name : c.keySet()) {
      chains.put(name, Driver.GSON.fromJson(c.get(name), String[][].class));
    }
  }

  /** Answers with a list for each part: for each case what is told, and the answer of what follows. */
  List<Object> answer(JsonArray parts) {
    values = new HashMap<>();
    return play(Driver.GSON.fromJson(parts, Part[].class));
  }

  private List<Object> play(Part[] parts) {
    final Map<String, String> before = values;
    final List<Object> found = new ArrayList<>();
    for (final Part part : parts) {
      final List<Object> answers = new ArrayList<>();
      for (final Case each : part.cases) {
        values = new HashMap<>(before);
        for (int i = 0; i < part.names.length; i++) {
          values.put(part.names[i], each.put[i]);
        }
        for (final Run run : part.run) {
          if (run.property == null) {
            run(run.chain);
          }
          else {
            while (values.getOrDefault(run.property, "").startsWith(run.begins)) {
              run(run.chain);
            }
          }
        }
        final List<String> told = new ArrayList<>();
        for (final String name : part.told) {
          told.add(values.getOrDefault(name, ""));
        }
        answers.add(List.of(told, play(each.then)));
      }
      found.add(answers);
    }
    values = before;
    return found;
  }

  private void run(String chain) {
    for (final String[] step : chains.get(chain)) {
      values.put(step[0], new FormattedString(step[1]).getText(this, GameModule.getGameModule(), "Editor.report_format"));
    }
  }

  @Override
  public Object getProperty(Object key) {
    return values.get(String.valueOf(key));
  }

  @Override
  public Object getLocalizedProperty(Object key) {
    return getProperty(key);
  }
}
