package dev.adk4j.answer;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Names a generic type: {@code new TypeRef<List<Order>>() {}}. A plain class needs none.
 *
 * @since 0.1.0
 */
public abstract class TypeRef<T> {

  private final Type type;

  /**
   * @throws IllegalStateException if the subclass does not name the type
   */
  protected TypeRef() {
    this.type = named(getClass());
  }

  /** Returns the type that the class of a reference names. */
  static Type named(Class<?> reference) {
    if (!(reference.getGenericSuperclass() instanceof ParameterizedType named)
        || named.getRawType() != TypeRef.class) {
      throw new IllegalStateException(
          "Name the type at the creation of the reference: new TypeRef<List<Order>>() {}.");
    }
    return named.getActualTypeArguments()[0];
  }

  public final Type type() {
    return type;
  }

  @Override
  public final String toString() {
    return "TypeRef<" + type.getTypeName() + ">";
  }
}
