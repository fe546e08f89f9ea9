package harness;

import VASSAL.build.GameModule;
import VASSAL.build.module.properties.PropertySource;
import VASSAL.tools.FormattedString;

import com.google.gson.JsonObject;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Evaluates the chains of Steps 1 to 3 with properties of its own, by the engine's evaluator. */
final class Proof implements PropertySource {
  private final Map<String, String> values = new HashMap<>();
  private final String[] powers;
  private final List<String[]> call;
  private final List<String[]> ofVp = new ArrayList<>();
  private final List<String[]> ofDice = new ArrayList<>();
  private final List<List<String[]>> odds = new ArrayList<>();
  private final String[] told;

  Proof(JsonObject c) {
    powers = Driver.GSON.fromJson(c.get("powers"), String[].class);
    call = List.of(Driver.GSON.fromJson(c.get("call"), String[][].class));
    for (final String[][] part : Driver.GSON.fromJson(c.get("odds"), String[][][].class)) {
      odds.add(List.of(part));
    }
    told = Driver.GSON.fromJson(c.get("told"), String[].class);
    boolean rolled = false;
    for (final String[] step : Driver.GSON.fromJson(c.get("winds"), String[][].class)) {
      rolled |= step[0].startsWith("CoP_After_");
      (rolled ? ofDice : ofVp).add(step);
    }
  }

  JsonObject answer(JsonObject set) {
    values.clear();
    final int[] vp = Driver.GSON.fromJson(set.get("vp"), int[].class);
    for (int i = 0; i < powers.length; i++) {
      values.put("CoP_VP_" + powers[i], String.valueOf(vp[i]));
    }
    final List<String> odds = new ArrayList<>();
    for (final String[] inputs : Driver.GSON.fromJson(set.get("odds"), String[][].class)) {
      odds.add(odds(inputs));
    }
    values.put("CoP_IssueWinner", powers[1]);
    values.put("CoP_Metternich", "false");
    run(call);
    final StringBuilder head = new StringBuilder(get("CoP_Gap")).append(' ').append(get("CoP_Phase"));
    final List<String> outcomes = new ArrayList<>();
    if ("called".equals(get("CoP_Phase"))) {
      run(ofVp);
      for (final String power : powers) {
        head.append(' ').append(get("CoP_Place_" + power));
      }
      for (final String power : powers) {
        head.append("0".equals(get("CoP_Die_" + power)) ? " 0" : " 1");
      }
      for (final int[] dice : Driver.GSON.fromJson(set.get("dice"), int[][].class)) {
        for (int i = 0; i < powers.length; i++) {
          values.put("CoP_Die_" + powers[i], String.valueOf(dice[i]));
          values.put("CoP_VP_" + powers[i], String.valueOf(vp[i]));
        }
        values.put("CoP_Phase", "called");
        run(ofDice);
        outcomes.add(all("CoP_After_") + "|" + get("CoP_Margin") + "|" + get("CoP_Phase") + "|"
          + get("CoP_Victor") + "|" + all("CoP_VP_"));
      }
    }
    final JsonObject result = new JsonObject();
    result.addProperty("vp", head.toString());
    result.add("odds", Driver.GSON.toJsonTree(odds));
    result.add("dice", Driver.GSON.toJsonTree(outcomes));
    return result;
  }

  /** Looks the odds up for winners of Issue and Diplomacy Phase and Metternich's part, in idle. */
  private String odds(String[] inputs) {
    values.put("CoP_Copies", "1");
    values.put("CoP_Phase", "idle");
    values.put("CoP_IssueWinner", inputs[0]);
    values.put("CoP_DiplomacyWinner", inputs[1]);
    values.put("CoP_Metternich", inputs[2]);
    run(odds.get(0));
    while (get("CoP_OddsDo").startsWith("bonus")) {
      run(odds.get(1));
    }
    run(odds.get(2));
    final List<String> found = new ArrayList<>();
    for (final String name : told) {
      found.add(get(name));
    }
    return String.join(" ", found);
  }

  private void run(List<String[]> steps) {
    for (final String[] step : steps) {
      if (!"CoP_Last".equals(step[0]) && !"CoP_Act".equals(step[0]) && !"CoP_Seat".equals(step[0])) {
        values.put(step[0], new FormattedString(step[1]).getText(this, GameModule.getGameModule(), "Editor.report_format"));
      }
    }
  }

  private String get(String name) {
    return values.getOrDefault(name, "");
  }

  private String all(String prefix) {
    final List<String> found = new ArrayList<>();
    for (final String power : powers) {
      found.add(get(prefix + power));
    }
    return String.join(" ", found);
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
