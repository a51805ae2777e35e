package dev.adk4j.tool;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.util.Converter;

/**
 * Checks that a Java type can be an argument from a model. Other types are rejected when the tool
 * is created, not when it is called.
 */
final class SupportedTypes {

  private static final Set<Class<?>> OTHERS =
      Set.of(
          String.class,
          CharSequence.class,
          Object.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Number.class,
          BigDecimal.class,
          BigInteger.class,
          Year.class,
          Optional.class,
          OptionalInt.class,
          OptionalLong.class,
          OptionalDouble.class,
          char[].class,
          byte[].class);

  private SupportedTypes() {}

  /** Adds a violation if the type, or one of its component types, cannot be an argument. */
  static void check(Type type, String path, String what, Violations violations) {
    Type open = openIn(type);
    if (open == null) {
      new Walk(path, violations, new HashSet<>()).check(ToolJson.type(type), what);
    } else {
      violations.add(path, "type", what + " has the open type " + open + "; name a class");
    }
  }

  /** Returns true if values of the class have named members and so are objects in the schema. */
  private static boolean isObject(Class<?> raw) {
    return !raw.isPrimitive()
        && !raw.isEnum()
        && !OTHERS.contains(raw)
        && !JsonBinding.isText(raw)
        && !JsonNode.class.isAssignableFrom(raw);
  }

  private static @Nullable Type openIn(Type type) {
    return switch (type) {
      case TypeVariable<?> variable -> variable;
      case GenericArrayType array -> openIn(array.getGenericComponentType());
      case ParameterizedType parameterized ->
          Arrays.stream(parameterized.getActualTypeArguments())
              .map(SupportedTypes::openIn)
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      default -> null;
    };
  }

  /** One type and its component types, with type variables resolved. */
  private record Walk(String path, Violations violations, Set<JavaType> seen) {

    void check(JavaType type, String what) {
      if (!seen.add(type)) {
        return;
      }
      Class<?> raw = type.getRawClass();
      if (JsonBinding.isText(raw) || raw == char[].class || raw == byte[].class) {
        return;
      }
      if (type.isMapLikeType()) {
        checkKey(type.getKeyType(), what);
      }
      if (type.isContainerType() || type.isReferenceType()) {
        check(type.getContentType(), what);
      } else if (raw.isEnum()) {
        checkConstants(type, what);
      } else if (raw == void.class) {
        refuse(raw, what, "");
      } else if (isObject(raw)) {
        checkObject(type, what);
      }
    }

    private void checkKey(JavaType key, String what) {
      Class<?> raw = key.getRawClass();
      boolean known = raw.isEnum() || OTHERS.contains(raw) || JsonBinding.isText(raw);
      if (!known) {
        refuse(raw, what + ", as a key,", "");
      }
    }

    /** Rejects an enum with a constant whose written form cannot be read back. */
    private void checkConstants(JavaType type, String what) {
      Class<?> raw = type.getRawClass();
      for (Object constant : raw.getEnumConstants()) {
        Object read = null;
        try {
          read = ToolJson.bind(ToolJson.MAPPER.valueToTree(constant), type);
        } catch (JacksonException e) {
          // then it is not one of the constants
        }
        if (read != constant) {
          refuse(
              raw, what, ": its constants are written as JSON in another form than they are read");
          return;
        }
      }
    }

    private void checkObject(JavaType type, String what) {
      Class<?> raw = type.getRawClass();
      String reason = refusal(raw);
      if (reason != null) {
        refuse(raw, what, reason);
        return;
      }
      JsonSubTypes subtypes = raw.getAnnotation(JsonSubTypes.class);
      if (subtypes != null) {
        for (JsonSubTypes.Type subtype : subtypes.value()) {
          check(ToolJson.type(subtype.value()), what);
        }
      }
      for (JavaType at = type; at != null && isObject(at.getRawClass()); at = at.getSuperClass()) {
        for (Field field : at.getRawClass().getDeclaredFields()) {
          if (isRead(field)) {
            checkField(at, field, what + "." + field.getName());
          }
        }
      }
    }

    private void checkField(JavaType owner, Field field, String what) {
      JavaType type =
          ToolJson.MAPPER
              .getTypeFactory()
              .resolveMemberType(field.getGenericType(), owner.getBindings());
      check(type, what);
      ToolParam stated = field.getAnnotation(ToolParam.class);
      violations.check(
          stated == null
              || stated.required()
              || !stated.defaultValue().equals(ToolParam.NONE)
              || !type.isPrimitive()
              || !owner.isRecordType(),
          path,
          "required",
          what + " is a primitive that may be left out: give @ToolParam(defaultValue = …)");
      if (stated != null && !stated.defaultValue().equals(ToolParam.NONE)) {
        ToolDefaults.read(stated.defaultValue(), type, path, what, violations);
      }
    }

    private void refuse(Class<?> type, String what, String reason) {
      violations.add(
          path,
          "type",
          what
              + " has the type "
              + type.getName()
              + ", which cannot be an argument from a model"
              + reason);
    }
  }

  /**
   * Returns the reason against a non-scalar class; null if it is supported, empty if it is
   * unsupported without a specific reason.
   */
  private static @Nullable String refusal(Class<?> raw) {
    if (raw.getName().startsWith("java.")
        || raw.getName().startsWith("javax.")
        || raw.isAnnotation()
        || raw == JsonValue.class
        || Displayable.class.isAssignableFrom(raw)) {
      return "";
    }
    JsonDeserialize own = raw.getAnnotation(JsonDeserialize.class);
    if (own != null
        && (own.using() != ValueDeserializer.None.class
            || own.as() != Void.class
            || own.converter() != Converter.None.class)) {
      return ": it has a deserializer of its own";
    }
    boolean isAbstract = raw.isInterface() || Modifier.isAbstract(raw.getModifiers());
    if (isAbstract
        && !(raw.isAnnotationPresent(JsonTypeInfo.class)
            && raw.isAnnotationPresent(JsonSubTypes.class))) {
      return ": it is abstract; name the subtypes with @JsonTypeInfo and @JsonSubTypes";
    }
    return isDelegating(raw)
        ? ": its @JsonCreator does not read an object; use the type it reads"
        : null;
  }

  private static boolean isDelegating(Class<?> raw) {
    return Stream.<Executable>concat(
            Arrays.stream(raw.getDeclaredConstructors()), Arrays.stream(raw.getDeclaredMethods()))
        .anyMatch(
            creator -> {
              JsonCreator stated = creator.getAnnotation(JsonCreator.class);
              return stated != null
                  && (stated.mode() == JsonCreator.Mode.DELEGATING
                      || stated.mode() == JsonCreator.Mode.DEFAULT
                          && creator.getParameterCount() == 1
                          && !namesAProperty(raw, creator.getParameters()[0]));
            });
  }

  private static boolean namesAProperty(Class<?> raw, Parameter parameter) {
    return parameter.isAnnotationPresent(JsonProperty.class)
        || Arrays.stream(raw.getDeclaredFields())
            .anyMatch(field -> field.getName().equals(parameter.getName()));
  }

  /** Returns true for fields in the schema: public ones, and ones with a getter. */
  private static boolean isRead(Field field) {
    int modifiers = field.getModifiers();
    if (Modifier.isStatic(modifiers)
        || Modifier.isTransient(modifiers)
        || field.isAnnotationPresent(JsonIgnore.class)) {
      return false;
    }
    String name = field.getName();
    String suffix = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    Set<String> getters = Set.of(name, "get" + suffix, "is" + suffix);
    return Modifier.isPublic(modifiers)
        || Arrays.stream(field.getDeclaringClass().getDeclaredMethods())
            .anyMatch(m -> m.getParameterCount() == 0 && getters.contains(m.getName()));
  }
}
