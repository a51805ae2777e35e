package dev.adk4j.tool;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the types that a class binds to the type variables of its superclasses and interfaces. */
final class BoundTypes {

  private final Map<TypeVariable<?>, Type> bound = new HashMap<>();

  private BoundTypes() {}

  static BoundTypes of(Class<?> type) {
    BoundTypes types = new BoundTypes();
    types.inherit(type);
    return types;
  }

  private void inherit(@Nullable Class<?> type) {
    if (type == null) {
      return;
    }
    bind(type.getGenericSuperclass());
    inherit(type.getSuperclass());
    Arrays.stream(type.getGenericInterfaces()).forEach(this::bind);
    Arrays.stream(type.getInterfaces()).forEach(this::inherit);
  }

  private void bind(@Nullable Type inherited) {
    if (inherited instanceof ParameterizedType given
        && given.getRawType() instanceof Class<?> raw) {
      TypeVariable<?>[] variables = raw.getTypeParameters();
      for (int i = 0; i < variables.length; i++) {
        bound.put(variables[i], resolve(given.getActualTypeArguments()[i]));
      }
    }
  }

  /** Returns the type with its bound variables replaced. */
  Type resolve(Type type) {
    return switch (type) {
      case TypeVariable<?> variable -> bound.getOrDefault(variable, variable);
      case WildcardType wildcard -> resolve(wildcard.getUpperBounds()[0]);
      case GenericArrayType array -> arrayOf(resolve(array.getGenericComponentType()));
      case ParameterizedType given ->
          new Given(
              given.getRawType(),
              given.getOwnerType(),
              Arrays.stream(given.getActualTypeArguments()).map(this::resolve).toList());
      default -> type;
    };
  }

  private static Type arrayOf(Type component) {
    return component instanceof Class<?> raw ? raw.arrayType() : (GenericArrayType) () -> component;
  }

  Class<?> raw(Type type) {
    return ToolJson.type(resolve(type)).getRawClass();
  }

  /** Returns the method's name and parameter classes, which are equal for overriding methods. */
  List<Object> signature(Method method) {
    return List.of(
        method.getName(),
        Arrays.stream(method.getGenericParameterTypes()).<Object>map(this::raw).toList());
  }

  private record Given(Type getRawType, @Nullable Type getOwnerType, List<Type> arguments)
      implements ParameterizedType {

    @Override
    public Type[] getActualTypeArguments() {
      return arguments.toArray(Type[]::new);
    }
  }
}
