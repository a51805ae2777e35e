package dev.adk4j.schema.internal;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.adk4j.internal.Nullability;
import dev.adk4j.value.Displayable;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;

/**
 * Determines which classes are read from objects with named properties, and the descriptions of
 * their fields.
 */
public final class ObjectTypes {

  private final DeserializationConfig config;
  private final AnnotationIntrospector annotations;
  private final ClassIntrospector introspector;

  public ObjectTypes(DeserializationConfig config) {
    this.config = config;
    this.annotations = config.getAnnotationIntrospector();
    this.introspector = config.classIntrospectorInstance();
  }

  public AnnotatedClass stated(JavaType type) {
    return introspector.introspectClassAnnotations(type);
  }

  /** The properties that are read. */
  public List<BeanPropertyDefinition> properties(JavaType type) {
    BeanDescription described = described(type);
    return described.findProperties().stream()
        .filter(BeanPropertyDefinition::couldDeserialize)
        .filter(p -> !described.getIgnoredPropertyNames().contains(p.getName()))
        .toList();
  }

  /** Returns the remedy; null if the class is supported. */
  public @Nullable String refusal(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == Object.class) {
      return "name a class";
    }
    if (raw == byte.class || raw == Byte.class) {
      return "use an int";
    }
    if (isForeign(raw)) {
      return "use a record with supported components";
    }
    if (Modifier.isAbstract(raw.getModifiers())) {
      return "it is abstract; make it sealed, or name its classes with @JsonTypeInfo(use = NAME)"
          + " and @JsonSubTypes";
    }
    BeanDescription described = described(type);
    if (annotations.findDeserializer(config, stated(type)) != null
        || annotations.findPOJOBuilder(config, stated(type)) != null
        || described.findJsonValueAccessor() != null
        || isDelegating(raw)) {
      return "it is not read from its properties; use the type it is read from";
    }
    if (described.isNonStaticInnerClass()) {
      return "it is an inner class; make it static, or a record";
    }
    List<BeanPropertyDefinition> properties = properties(type);
    if (properties.isEmpty() && !raw.isRecord()) {
      return "it has no properties that can be set; use a record";
    }
    return properties.stream().anyMatch(this::isUnwrapped)
        ? "it has a property with @JsonUnwrapped; remove that"
        : null;
  }

  private BeanDescription described(JavaType type) {
    return introspector.introspectForDeserialization(type, stated(type));
  }

  public static boolean isForeign(Class<?> type) {
    String name = type.getName();
    return type.isPrimitive()
        || type.isAnnotation()
        || name.startsWith("java.")
        || name.startsWith("javax.")
        || name.startsWith("tools.jackson.")
        || Displayable.class.isAssignableFrom(type);
  }

  private boolean isUnwrapped(BeanPropertyDefinition property) {
    return annotations.findUnwrappingNameTransformer(config, property.getPrimaryMember()) != null;
  }

  /** Returns true if a creator of the class reads another value than an object. */
  public static boolean isDelegating(Class<?> type) {
    return Stream.<Executable>concat(
            Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
        .anyMatch(
            creator -> {
              JsonCreator stated = creator.getAnnotation(JsonCreator.class);
              return stated != null
                  && (stated.mode() == JsonCreator.Mode.DELEGATING
                      || stated.mode() == JsonCreator.Mode.DEFAULT
                          && creator.getParameterCount() == 1
                          && !namesAProperty(type, creator.getParameters()[0]));
            });
  }

  private static boolean namesAProperty(Class<?> type, Parameter parameter) {
    return parameter.isAnnotationPresent(JsonProperty.class)
        || Arrays.stream(type.getDeclaredFields())
            .anyMatch(field -> field.getName().equals(parameter.getName()));
  }

  /** Returns the pattern of a date; null for the default format. */
  public @Nullable String pattern(BeanPropertyDefinition property) {
    JsonFormat.Value format = annotations.findFormat(config, property.getPrimaryMember());
    return format == null || !format.hasPattern() ? null : format.getPattern();
  }

  public static boolean mayBeNull(JavaType owner, BeanPropertyDefinition property) {
    Field field = field(owner, property);
    return field != null
        && Nullability.mayBeAbsent(field.getType(), field.getAnnotatedType(), field);
  }

  /** Returns the field of a property; null if it has none of that name. */
  public static @Nullable Field field(JavaType owner, BeanPropertyDefinition property) {
    for (JavaType at = owner; at != null; at = at.getSuperClass()) {
      for (Field field : at.getRawClass().getDeclaredFields()) {
        if (field.getName().equals(property.getInternalName())) {
          return field;
        }
      }
    }
    return null;
  }
}
