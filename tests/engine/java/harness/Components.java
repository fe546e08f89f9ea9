package harness;

import VASSAL.build.AbstractBuildable;
import VASSAL.build.Buildable;
import VASSAL.build.Configurable;
import VASSAL.build.GameModule;
import VASSAL.build.module.ExtensionElement;
import VASSAL.build.module.ModuleExtension;

import com.google.gson.JsonObject;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The module as it was built: its components, and which of them came from an extension. */
final class Components {
  private final Map<Buildable, String> origins = new IdentityHashMap<>();
  private final List<JsonObject> found = new ArrayList<>();

  private Components() {
  }

  static List<JsonObject> all() {
    final Components components = new Components();
    final GameModule module = GameModule.getGameModule();
    for (final ModuleExtension extension : module.getComponentsOf(ModuleExtension.class)) {
      for (final Buildable element : extension.getBuildables()) {
        if (element instanceof ExtensionElement) {
          components.origins.put(
            (Buildable) Fields.get(ExtensionElement.class, element, "extension"), extension.getName());
        }
      }
    }
    components.walk(module, 0, "");
    return components.found;
  }

  /** The same as text, indented by depth. */
  static List<String> lines() {
    final List<String> lines = new ArrayList<>();
    for (final JsonObject each : all()) {
      lines.add(" ".repeat(each.get("depth").getAsInt()) + each.get("class").getAsString()
        + ":" + each.get("name").getAsString());
    }
    return lines;
  }

  private void walk(AbstractBuildable parent, int depth, String origin) {
    for (final Buildable child : parent.getBuildables()) {
      if (child instanceof ModuleExtension) {
        continue;
      }
      final String from = origins.getOrDefault(child, origin);
      final String name = child instanceof Configurable ? ((Configurable) child).getConfigureName() : null;
      final JsonObject component = new JsonObject();
      component.addProperty("class", child.getClass().getName());
      component.addProperty("name", name == null ? "" : name);
      component.addProperty("extension", from);
      component.addProperty("depth", depth);
      found.add(component);
      if (child instanceof AbstractBuildable) {
        walk((AbstractBuildable) child, depth + 1, from);
      }
    }
  }

  static List<JsonObject> extensions() {
    final List<JsonObject> extensions = new ArrayList<>();
    for (final ModuleExtension e : GameModule.getGameModule().getComponentsOf(ModuleExtension.class)) {
      final JsonObject one = new JsonObject();
      one.addProperty("name", e.getName());
      one.addProperty("version", e.getVersion());
      one.addProperty("id", e.getExtensionId());
      extensions.add(one);
    }
    return extensions;
  }
}
