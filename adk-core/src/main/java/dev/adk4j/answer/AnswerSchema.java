package dev.adk4j.answer;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.internal.Nullability;
import dev.adk4j.schema.internal.ObjectTypes;
import dev.adk4j.schema.internal.SchemaForms;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Generates the strict schema of one Java type, consistent with the library's mapper: an object at
 * the root, every property required, no others allowed, definitions only for recursive types. For
 * single use.
 */
final class AnswerSchema {

  /** The member that holds a value that is not an object itself. */
  static final String WRAPPER = "value";

  /** More than providers accept; types that nest new types without end reach it too. */
  private static final int MAX_PROPERTIES = 5_000;

  private static final int MAX_DEPTH = 64;
  private static final int SHOWN = 60;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final DeserializationConfig config = AnswerJson.MAPPER.deserializationConfig();
  private final AnnotationIntrospector annotations = config.getAnnotationIntrospector();
  private final ObjectTypes objects = new ObjectTypes(config);
  private final Violations violations = new Violations();
  private final Deque<JavaType> open = new ArrayDeque<>();
  private final Map<JavaType, String> recursive = new LinkedHashMap<>();
  private final ObjectNode definitions = NODES.objectNode();
  private @Nullable String pattern;
  private int properties;

  /** A schema, and true if the value is its only member. */
  record Written(ObjectNode schema, boolean wrapped) {}

  private AnswerSchema() {}

  /**
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_ANSWER_TYPE} with every component that
   *     the schema cannot express
   */
  static Written of(JavaType type) {
    AnswerSchema writer = new AnswerSchema();
    ObjectNode root = writer.describe(type, "$");
    writer.violations.throwIfAny(AdkErrorCode.E_INVALID_ANSWER_TYPE);
    String reference = root.path("$ref").stringValue("");
    ObjectNode whole =
        reference.isEmpty()
            ? root
            : (ObjectNode) writer.definitions.at(reference.substring("#/$defs".length()));
    boolean wrapped = !whole.has("properties");
    ObjectNode schema = wrapped ? closed(Map.of(WRAPPER, root)) : whole.deepCopy();
    if (!writer.definitions.isEmpty()) {
      schema.set("$defs", writer.definitions);
    }
    return new Written(schema, wrapped);
  }

  private ObjectNode describe(JavaType type, String path) {
    Class<?> raw = type.getRawClass();
    if (pattern != null && JsonBinding.isText(raw)) {
      return SchemaForms.patterned(pattern);
    }
    ObjectNode scalar = SchemaForms.scalar(raw, true);
    if (scalar != null) {
      return scalar;
    }
    if (raw.isEnum()) {
      return constants(type, path);
    }
    if (type.isReferenceType()) {
      return SchemaForms.nullable(describe(type.getContentType(), path));
    }
    Type held = Nullability.present(raw);
    if (held != raw) {
      return SchemaForms.nullable(describe(AnswerJson.MAPPER.constructType(held), path));
    }
    if (type.isMapLikeType()) {
      return entries(type, path);
    }
    if (type.isContainerType()) {
      return list(type, path);
    }
    return once(type, path);
  }

  private ObjectNode list(JavaType type, String path) {
    JavaType element = type.getContentType();
    Class<?> raw = element.getRawClass();
    if (type.isArrayType() && (raw == byte.class || raw == char.class)) {
      return refuse(type, path, "take a String");
    }
    ObjectNode schema = NODES.objectNode().put("type", "array");
    schema.set("items", describe(element, path + "[*]"));
    return schema;
  }

  private ObjectNode entries(JavaType type, String path) {
    String ofValues = pattern;
    pattern = null;
    ObjectNode key = describe(type.getKeyType(), path + "{key}");
    pattern = ofValues;
    if (key.has("anyOf") || key.has("properties") || key.has("items")) {
      return refuse(
          type.getKeyType(), path + "{key}", "a map's keys are text, whole numbers or enums");
    }
    Map<String, ObjectNode> members = new LinkedHashMap<>();
    members.put(EntriesAsMaps.KEY, key);
    members.put(EntriesAsMaps.VALUE, describe(type.getContentType(), path + "{value}"));
    ObjectNode schema = NODES.objectNode().put("type", "array");
    schema.put("description", "The entries of a map, each key once.");
    schema.set("items", closed(members));
    return schema;
  }

  private ObjectNode constants(JavaType type, String path) {
    ObjectNode schema = SchemaForms.constants(type.getRawClass());
    return schema.has("type") && !schema.get("enum").isEmpty()
        ? schema
        : refuse(type, path, "an enum has constants that are all written as text or as numbers");
  }

  /** Describes a type inline, unless it is recursive. */
  private ObjectNode once(JavaType type, String path) {
    if (open.contains(type)) {
      recursive.computeIfAbsent(type, this::newName);
    }
    String name = recursive.get(type);
    if (name != null) {
      return NODES.objectNode().put("$ref", "#/$defs/" + name);
    }
    if (open.size() >= MAX_DEPTH || properties > MAX_PROPERTIES) {
      return tooLarge(path);
    }
    open.push(type);
    ObjectNode written = variants(type, path);
    open.pop();
    String referred = recursive.get(type);
    if (referred == null) {
      return written;
    }
    definitions.set(referred, written);
    return NODES.objectNode().put("$ref", "#/$defs/" + referred);
  }

  private String newName(JavaType type) {
    String simple = type.getRawClass().getSimpleName();
    String name = simple;
    for (int i = 2; recursive.containsValue(name); i++) {
      name = simple + i;
    }
    return name;
  }

  private ObjectNode variants(JavaType type, String path) {
    AnnotatedClass stated = objects.stated(type);
    JsonTypeInfo.Value info = annotations.findPolymorphicTypeInfo(config, stated);
    if (info == null || info.getIdType() == JsonTypeInfo.Id.NONE) {
      return object(type, null, "", path);
    }
    if (info.getIdType() != JsonTypeInfo.Id.NAME
        || info.getInclusionType() != JsonTypeInfo.As.PROPERTY) {
      return refuse(type, path, "let @JsonTypeInfo say use = NAME and include = PROPERTY");
    }
    Map<Class<?>, String> concrete = concrete(type, stated);
    if (concrete.isEmpty() || Set.copyOf(concrete.values()).size() < concrete.size()) {
      return refuse(type, path, "it needs classes with distinct names, see @JsonTypeName");
    }
    List<ObjectNode> each = new ArrayList<>();
    concrete.forEach(
        (one, name) -> {
          JavaType variant = config.getTypeFactory().constructSpecializedType(type, one);
          each.add(object(variant, info.getPropertyName(), name, path));
        });
    if (each.size() == 1) {
      return each.getFirst();
    }
    ObjectNode schema = NODES.objectNode();
    schema.putArray("anyOf").addAll(each);
    return schema;
  }

  /**
   * The possible classes of a value, by name; an explicit name takes precedence over the class's.
   */
  private Map<Class<?>, String> concrete(JavaType type, AnnotatedClass stated) {
    Map<Class<?>, String> names = new LinkedHashMap<>();
    for (NamedType one :
        config.getSubtypeResolver().collectAndResolveSubtypesByTypeId(config, stated)) {
      Class<?> known = one.getType();
      if (type.getRawClass().isAssignableFrom(known)
          && !Modifier.isAbstract(known.getModifiers())) {
        names.merge(
            known,
            one.getName(),
            (first, second) -> first.equals(known.getSimpleName()) ? second : first);
      }
    }
    return names;
  }

  private ObjectNode object(
      JavaType type, @Nullable String discriminator, String name, String path) {
    String remedy = objects.refusal(type);
    if (remedy != null) {
      return refuse(type, path, remedy);
    }
    AnnotatedClass stated = objects.stated(type);
    Map<String, ObjectNode> members = new LinkedHashMap<>();
    if (discriminator != null) {
      ObjectNode only = NODES.objectNode().put("type", "string");
      only.putArray("enum").add(name);
      members.put(discriminator, only);
    }
    for (BeanPropertyDefinition property : objects.properties(type)) {
      String at = Violation.member(path, property.getName());
      if (members.putIfAbsent(property.getName(), property(type, property, at)) != null) {
        violations.add(
            at,
            "name",
            "has the name of the property that distinguishes classes: rename it, or "
                + "name another one with @JsonTypeInfo(use = NAME, property = …)");
      }
    }
    properties += members.size();
    ObjectNode schema = closed(members);
    String description = annotations.findClassDescription(config, stated);
    return described(schema, description);
  }

  private ObjectNode property(JavaType owner, BeanPropertyDefinition property, String path) {
    String description = property.getMetadata().getDescription();
    String around = pattern;
    pattern = objects.pattern(property);
    ObjectNode schema = describe(property.getPrimaryType(), path);
    pattern = around;
    ObjectNode own = ObjectTypes.mayBeNull(owner, property) ? SchemaForms.nullable(schema) : schema;
    return described(own, description);
  }

  /** A reference must be alone. */
  private static ObjectNode described(ObjectNode schema, @Nullable String description) {
    if (!schema.has("$ref")) {
      SchemaForms.describe(schema, description);
    }
    return schema;
  }

  private static ObjectNode closed(Map<String, ObjectNode> members) {
    ObjectNode schema = NODES.objectNode().put("type", "object");
    ObjectNode stated = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    members.forEach(
        (name, member) -> {
          stated.set(name, member);
          required.add(name);
        });
    return schema.put("additionalProperties", false);
  }

  private ObjectNode tooLarge(String path) {
    if (violations.isEmpty()) {
      violations.add(
          path.length() <= SHOWN ? path : path.substring(0, SHOWN) + "…",
          "size",
          "is the point at which the type becomes too large: more than "
              + MAX_PROPERTIES
              + " properties, or "
              + MAX_DEPTH
              + " levels; a type must not nest itself with other type arguments");
    }
    return NODES.objectNode();
  }

  private ObjectNode refuse(JavaType type, String path, String remedy) {
    violations.add(
        path,
        "type",
        "has the type "
            + AnswerType.nameOf(type)
            + ", which a model cannot be asked for: "
            + remedy);
    return NODES.objectNode();
  }
}
