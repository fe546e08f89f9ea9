package harness;

import VASSAL.build.AbstractBuildable;
import VASSAL.build.GameModule;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Decorator;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipFile;

/** What this engine writes for a component or a trait about which a build file says nothing. */
final class Defaults {
  private Defaults() {
  }

  /** By class, the attributes that its editor writes for a new component. */
  static Map<String, Map<String, String>> components() throws Exception {
    final Map<String, Map<String, String>> found = new TreeMap<>();
    for (final Class<?> type : classes("VASSAL/build/", AbstractBuildable.class)) {
      final AbstractBuildable fresh;
      try {
        fresh = (AbstractBuildable) made(type);
      }
      catch (ReflectiveOperationException e) {
        continue; // it cannot be without what it stands in
      }
      final Map<String, String> attributes = new TreeMap<>();
      for (final String name : fresh.getAttributeNames()) {
        final String value = value(fresh, name);
        if (value != null) {
          attributes.put(name, value);
        }
      }
      found.put(type.getName(), attributes);
    }
    return found;
  }

  private static String value(AbstractBuildable fresh, String name) {
    try {
      return fresh.getAttributeValueString(name);
    }
    catch (RuntimeException e) {
      return null; // it is known only where it stands
    }
  }

  /** By trait id, the type that its editor writes for one that has no fields, and its state. */
  static Map<String, String[]> traits() throws Exception {
    final Map<String, String[]> found = new TreeMap<>();
    for (final Class<?> type : classes("VASSAL/counters/", Decorator.class)) {
      try {
        final Field id = type.getField("ID");
        final String text = (String) id.get(null);
        final Decorator trait = (Decorator) made(type);
        trait.setInner(new BasicPiece());
        trait.mySetType(text);
        found.put(text, new String[] {trait.myGetType(), trait.myGetState()});
      }
      catch (Exception e) {
        continue; // it is none of its own, or cannot be without fields
      }
    }
    return found;
  }

  private static Object made(Class<?> type) throws Exception {
    final Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static List<Class<?>> classes(String folder, Class<?> kind) throws Exception {
    final Path jar = Path.of(GameModule.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    final List<Class<?>> found = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      final List<String> names = new ArrayList<>();
      zip.stream().forEach(entry -> names.add(entry.getName()));
      for (final String name : names) {
        if (name.startsWith(folder) && name.endsWith(".class")) {
          try {
            final Class<?> type = Class.forName(name.substring(0, name.length() - 6).replace('/', '.'));
            if (kind.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
              found.add(type);
            }
          }
          catch (LinkageError e) {
            continue; // it needs a library that is not here
          }
        }
      }
    }
    return found;
  }
}
