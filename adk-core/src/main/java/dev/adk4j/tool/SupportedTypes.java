package dev.adk4j.tool;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Nullability;
import dev.adk4j.schema.internal.ObjectTypes;
import dev.adk4j.schema.internal.SchemaForms;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.util.Converter;

/**
 * Checks that a Java type can be an argument from a model. Other types are rejected when the tool
 * is created, not when it is called.
 */
final class SupportedTypes {

  private SupportedTypes() {}

  /** Adds a violation if the type, or one of its component types, cannot be an argument. */
  static void check(Type type, String path, String what, Violations violations) {
    Type open = openIn(type);
    if (open == null) {
      new Walk(path, violations).check(ToolJson.type(type), what);
    } else {
      violations.add(path, "type", what + " has the open type " + open + "; name a class");
    }
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
  private static final class Walk {

    private final ObjectTypes objects = new ObjectTypes(ToolJson.MAPPER.deserializationConfig());
    private final Set<JavaType> seen = new HashSet<>();
    private final String path;
    private final Violations violations;

    Walk(String path, Violations violations) {
      this.path = path;
      this.violations = violations;
    }

    void check(JavaType type, String what) {
      if (!seen.add(type)) {
        return;
      }
      Class<?> raw = type.getRawClass();
      if (SchemaForms.isScalar(raw) || raw == char[].class || raw == byte[].class) {
        return;
      }
      if (type.isMapLikeType()) {
        checkKey(type.getKeyType(), what);
      }
      if (type.isContainerType() || type.isReferenceType()) {
        check(type.getContentType(), what);
      } else if (raw.isEnum()) {
        checkConstants(type, what);
      } else if (raw != Object.class
          && !JsonNode.class.isAssignableFrom(raw)
          && Nullability.present(raw) == raw) {
        checkObject(type, what);
      }
    }

    private void checkKey(JavaType key, String what) {
      Class<?> raw = key.getRawClass();
      boolean known = raw.isEnum() || raw == Object.class || SchemaForms.isScalar(raw);
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
      for (BeanPropertyDefinition property : objects.properties(type)) {
        checkProperty(type, property, what + "." + property.getInternalName());
      }
    }

    private void checkProperty(JavaType owner, BeanPropertyDefinition property, String what) {
      JavaType type = property.getPrimaryType();
      check(type, what);
      Field field = ObjectTypes.field(owner, property);
      ToolParam stated = field == null ? null : field.getAnnotation(ToolParam.class);
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
    if (ObjectTypes.isForeign(raw)) {
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
    return ObjectTypes.isDelegating(raw)
        ? ": its @JsonCreator does not read an object; use the type it reads"
        : null;
  }
}
