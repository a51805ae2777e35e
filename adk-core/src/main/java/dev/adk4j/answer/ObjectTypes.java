package dev.adk4j.answer;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import dev.adk4j.internal.Nullability;
import dev.adk4j.value.Displayable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
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
final class ObjectTypes {

  private final DeserializationConfig config;
  private final AnnotationIntrospector annotations;
  private final ClassIntrospector introspector;

  ObjectTypes(DeserializationConfig config) {
    this.config = config;
    this.annotations = config.getAnnotationIntrospector();
    this.introspector = config.classIntrospectorInstance();
  }

  AnnotatedClass stated(JavaType type) {
    return introspector.introspectClassAnnotations(type);
  }

  /** The properties that are read. */
  List<BeanPropertyDefinition> properties(JavaType type) {
    BeanDescription described = described(type);
    return described.findProperties().stream()
        .filter(BeanPropertyDefinition::couldDeserialize)
        .filter(p -> !described.getIgnoredPropertyNames().contains(p.getName()))
        .toList();
  }

  /** Returns the remedy; null if the class is supported. */
  @Nullable String refusal(JavaType type) {
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
        || hasOwnForm(described)) {
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

  private static boolean isForeign(Class<?> type) {
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

  private static boolean hasOwnForm(BeanDescription described) {
    return described.findJsonValueAccessor() != null
        || Stream.concat(
                described.getConstructorsWithMode().stream(),
                described.getFactoryMethodsWithMode().stream())
            .anyMatch(creator -> creator.metadata == JsonCreator.Mode.DELEGATING);
  }

  /** Returns the pattern of a date; null for the default format. */
  @Nullable String pattern(BeanPropertyDefinition property) {
    JsonFormat.Value format = annotations.findFormat(config, property.getPrimaryMember());
    return format == null || !format.hasPattern() ? null : format.getPattern();
  }

  boolean mayBeNull(JavaType owner, BeanPropertyDefinition property) {
    for (JavaType at = owner; at != null; at = at.getSuperClass()) {
      for (Field field : at.getRawClass().getDeclaredFields()) {
        if (field.getName().equals(property.getInternalName())) {
          return Nullability.mayBeAbsent(field.getType(), field.getAnnotatedType(), field);
        }
      }
    }
    return false;
  }
}
