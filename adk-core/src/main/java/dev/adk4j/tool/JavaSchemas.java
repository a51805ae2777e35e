package dev.adk4j.tool;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomPropertyDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonSchemaModule;
import dev.adk4j.internal.JsonBinding;
import dev.adk4j.internal.Nullability;
import dev.adk4j.schema.internal.SchemaForms;
import dev.adk4j.value.Json;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Generates JSON Schemas of Java types that match how the library's mapper reads them. */
final class JavaSchemas {

  private JavaSchemas() {}

  /** Returns the schema of a record or bean. */
  static ObjectNode of(Type type) {
    ObjectNode schema = plain(new SchemaGenerator(config().build()).generateSchema(type));
    if ("object".equals(schema.path("type").stringValue(null))) {
      // An empty record has none.
      schema.withObject("properties");
    }
    return schema;
  }

  /** Reads the schema back from JSON text, since the generator leaves Java values in the tree. */
  static ObjectNode plain(ObjectNode schema) {
    ObjectNode plain = (ObjectNode) Json.read(Json.write(schema));
    joinDescriptions(plain);
    return plain;
  }

  /** Merges the generator's two descriptions, of the field and of its type, into one. */
  private static void joinDescriptions(JsonNode schema) {
    schema.forEach(JavaSchemas::joinDescriptions);
    JsonNode type = schema.at("/allOf/0");
    JsonNode field = schema.at("/allOf/1");
    if (schema.size() == 1 && type.has("description") && field.has("description")) {
      ObjectNode joined = (ObjectNode) schema;
      joined.removeAll();
      joined.setAll((ObjectNode) type).setAll((ObjectNode) field);
      joined.set("description", type.get("description"));
      SchemaForms.describe(joined, field.get("description").stringValue());
    }
  }

  /**
   * Builds the schemas of several types in one document; {@link #finish} adds their shared
   * definitions.
   */
  static SchemaBuilder builder() {
    return new SchemaGenerator(config().build()).buildMultipleSchemaDefinitions();
  }

  /** Adds the shared definitions to the document. */
  static void finish(SchemaBuilder builder, ObjectNode document) {
    ObjectNode definitions = builder.collectDefinitions("$defs");
    if (!definitions.isEmpty()) {
      document.set("$defs", definitions);
    }
  }

  private static SchemaGeneratorConfigBuilder config() {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(
                ToolJson.MAPPER, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(new JacksonSchemaModule())
            .with(
                Option.PLAIN_DEFINITION_KEYS,
                Option.FLATTENED_OPTIONALS,
                Option.NULLABLE_ALWAYS_AS_ANYOF,
                Option.DUPLICATE_MEMBER_ATTRIBUTE_CLEANUP_AT_THE_END)
            .without(Option.SCHEMA_VERSION_INDICATOR);
    config
        .forTypesInGeneral()
        .withCustomDefinitionProvider(JavaSchemas::asTheMapperReads)
        // Keeps the source order, which readers expect.
        .withPropertySorter((one, other) -> 0);
    config
        .forFields()
        .withRequiredCheck(JavaSchemas::isRequired)
        .withNullableCheck(JavaSchemas::mayBeAbsent)
        .withCustomDefinitionProvider(JavaSchemas::patterned)
        .withDescriptionResolver(JavaSchemas::description)
        .withDefaultResolver(JavaSchemas::defaultValue);
    return config;
  }

  /** Describes types that the mapper reads differently from the generator's description. */
  private static @Nullable CustomDefinition asTheMapperReads(
      ResolvedType type, SchemaGenerationContext context) {
    Class<?> raw = type.getErasedType();
    ObjectNode schema = context.getGeneratorConfig().createObjectNode();
    if (raw.isEnum()) {
      return inline(SchemaForms.constants(raw));
    }
    if (Map.class.isAssignableFrom(raw)) {
      return inline(map(schema, type, context));
    }
    Type held = Nullability.present(raw);
    if (held != raw) {
      ResolvedType present =
          type.getTypeParameters().stream()
              .findFirst()
              .orElseGet(() -> context.getTypeContext().resolve(held));
      schema.putArray("anyOf").add(context.createDefinitionReference(present));
      schema.withArray("anyOf").addObject().put("type", "null");
      return inline(schema);
    }
    if (raw == ObjectNode.class) {
      return inline(schema.put("type", "object").put("additionalProperties", true));
    }
    if (JsonNode.class.isAssignableFrom(raw)) {
      return inline(schema);
    }
    if (raw == char[].class) {
      return inline(schema.put("type", "string"));
    }
    if (raw == byte[].class) {
      return inline(schema.put("type", "string").put("contentEncoding", "base64"));
    }
    ObjectNode scalar = SchemaForms.scalar(raw, false);
    return scalar == null ? null : inline(scalar);
  }

  /** Describes a date with its own format pattern. */
  private static @Nullable CustomPropertyDefinition patterned(
      FieldScope field, SchemaGenerationContext context) {
    JsonFormat format = field.getAnnotationConsideringFieldAndGetter(JsonFormat.class);
    if (format == null
        || format.pattern().isEmpty()
        || !JsonBinding.isText(field.getType().getErasedType())) {
      return null;
    }
    ObjectNode schema = SchemaForms.patterned(format.pattern());
    SchemaForms.describe(schema, description(field));
    if (defaultValue(field) instanceof JsonNode stated) {
      schema.set("default", stated);
    }
    return new CustomPropertyDefinition(schema);
  }

  /** Returns an object schema with any names, and any values if none are specified. */
  private static ObjectNode map(
      ObjectNode schema, ResolvedType type, SchemaGenerationContext context) {
    List<ResolvedType> keyAndValue = type.typeParametersFor(Map.class);
    boolean free = keyAndValue.isEmpty() || keyAndValue.get(1).getErasedType() == Object.class;
    schema.put("type", "object");
    if (!keyAndValue.isEmpty() && keyAndValue.get(0).getErasedType().isEnum()) {
      schema.set("propertyNames", SchemaForms.constants(keyAndValue.get(0).getErasedType()));
    }
    schema.set(
        "additionalProperties",
        free ? schema.booleanNode(true) : context.createDefinitionReference(keyAndValue.get(1)));
    return schema;
  }

  private static CustomDefinition inline(ObjectNode schema) {
    return new CustomDefinition(
        schema, CustomDefinition.DefinitionType.INLINE, CustomDefinition.AttributeInclusion.YES);
  }

  private static boolean isRequired(FieldScope field) {
    ToolParam param = param(field);
    if (param != null && (!param.required() || !param.defaultValue().equals(ToolParam.NONE))) {
      return false;
    }
    boolean stated = param != null || field.getDeclaringType().getErasedType().isRecord();
    return stated && !Boolean.TRUE.equals(mayBeAbsent(field));
  }

  private static @Nullable Boolean mayBeAbsent(FieldScope field) {
    if (field.isFakeContainerItemScope()) {
      return false;
    }
    Field raw = field.getRawMember();
    return Nullability.mayBeAbsent(raw.getType(), raw.getAnnotatedType(), raw);
  }

  private static @Nullable Object defaultValue(FieldScope field) {
    ToolParam param = param(field);
    if (param == null || param.defaultValue().equals(ToolParam.NONE)) {
      return null;
    }
    return ToolDefaults.node(
        param.defaultValue(), ToolJson.type(field.getRawMember().getGenericType()));
  }

  private static @Nullable ToolParam param(FieldScope field) {
    return field.isFakeContainerItemScope() ? null : field.getAnnotation(ToolParam.class);
  }

  private static @Nullable String description(FieldScope field) {
    ToolParam param = param(field);
    return param == null || param.description().isEmpty() ? null : param.description();
  }
}
