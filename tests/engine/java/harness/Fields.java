package harness;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Reaches what the engine keeps to itself. */
final class Fields {
  private Fields() {
  }

  static Object get(Class<?> type, Object target, String name) {
    try {
      return field(type, name).get(target);
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static void set(Class<?> type, Object target, String name, Object value) {
    try {
      field(type, name).set(target, value);
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    final Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** Calls a method, if this engine has it. */
  static Object call(Class<?> type, Object target, String name, Class<?>[] types, Object... arguments) throws Exception {
    final Method method;
    try {
      method = type.getDeclaredMethod(name, types);
    }
    catch (NoSuchMethodException e) {
      return null;
    }
    method.setAccessible(true);
    try {
      return method.invoke(target, arguments);
    }
    catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
  }
}
