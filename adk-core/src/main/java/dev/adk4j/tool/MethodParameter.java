package dev.adk4j.tool;

import com.github.victools.jsonschema.generator.SchemaBuilder;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Nullability;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.schema.internal.SchemaForms;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Scope;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** One parameter of an annotated method, supplied by the model or by the runtime. */
sealed interface MethodParameter {

  /** Returns the argument for the method call. */
  @Nullable Object value(JsonNode args, ToolContext call);

  Map<Class<?>, Function<ToolContext, Object>> INJECTIONS =
      Map.of(
          DispatchContext.class, ToolContext::dispatch,
          AgentContext.class, ToolContext::dispatch,
          Scope.class, ToolContext::scope,
          AbortSignal.class, call -> call.dispatch().abortSignal(),
          Attributes.class, ToolContext::meta,
          ToolContext.class, call -> call);

  /** Reads a parameter and adds its violations under {@code path}. */
  static MethodParameter of(
      Parameter parameter, BoundTypes bound, String path, Violations violations) {
    Type declared = bound.resolve(parameter.getParameterizedType());
    ToolParam stated = parameter.getAnnotation(ToolParam.class);
    Function<ToolContext, Object> injection = INJECTIONS.get(bound.raw(declared));
    if (injection != null) {
      violations.check(
          stated == null,
          path,
          "forbidden",
          "is given by the runtime, never by the model: remove @ToolParam");
      return new Injected(injection);
    }
    return Argument.of(parameter, declared, stated, path, violations);
  }

  /** Not part of the schema. */
  record Injected(Function<ToolContext, Object> injection) implements MethodParameter {
    @Override
    public Object value(JsonNode args, ToolContext call) {
      return injection.apply(call);
    }
  }

  /** Reads a member of the arguments. */
  record Argument(
      String name,
      Type declared,
      JavaType type,
      boolean mayBeNull,
      boolean required,
      String description,
      @Nullable JsonNode fallback)
      implements MethodParameter {

    private static Argument of(
        Parameter parameter,
        Type declared,
        @Nullable ToolParam stated,
        String path,
        Violations violations) {
      String given = stated == null ? "" : stated.name();
      violations.check(
          !given.isEmpty() || parameter.isNamePresent(),
          path,
          "name",
          "has no name at run time: compile with -parameters, or give @ToolParam(name = …)");
      SupportedTypes.check(declared, path, "it", violations);
      String name = given.isEmpty() ? parameter.getName() : given;
      JavaType type = ToolJson.type(declared);
      boolean mayBeNull =
          Nullability.mayBeAbsent(type.getRawClass(), parameter.getAnnotatedType(), parameter);
      JsonNode fallback =
          stated == null || stated.defaultValue().equals(ToolParam.NONE)
              ? null
              : ToolDefaults.read(stated.defaultValue(), type, path, "it", violations);
      boolean required = !mayBeNull && fallback == null && (stated == null || stated.required());
      violations.check(
          required || mayBeNull || fallback != null || !parameter.getType().isPrimitive(),
          path,
          "required",
          "is a primitive that may be left out: give @ToolParam(defaultValue = …)");
      String description = stated == null ? "" : stated.description();
      return new Argument(name, declared, type, mayBeNull, required, description, fallback);
    }

    /** Adds a reference to its schema to the properties; the builder later fills in the content. */
    void describe(ObjectNode properties, SchemaBuilder builder) {
      properties.set(name, builder.createSchemaReference(Nullability.present(declared)));
    }

    /** Adds the parameter's own description once its schema has its content. */
    void annotate(ObjectNode properties) {
      ObjectNode plain = (ObjectNode) properties.path(name);
      ObjectNode schema = mayBeNull ? SchemaForms.nullable(plain) : plain;
      SchemaForms.describe(schema, description);
      if (fallback != null) {
        schema.set("default", fallback.deepCopy());
      }
      properties.set(name, schema);
    }

    @Override
    public @Nullable Object value(JsonNode args, ToolContext call) {
      JsonNode given = args.get(name);
      if (given != null) {
        return ToolJson.bind(given, type);
      }
      return type.isReferenceType() ? ToolJson.bind(NullNode.getInstance(), type) : null;
    }

    void check(JsonNode args, Violations violations) {
      JsonNode given = args.get(name);
      if (given != null) {
        ToolJson.tryBind(given, type, Violation.member("$", name), violations);
      }
    }
  }
}
