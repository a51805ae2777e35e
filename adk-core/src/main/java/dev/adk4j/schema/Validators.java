package dev.adk4j.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.path.PathType;
import dev.adk4j.error.ValidationException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;

/** Configures the validation library: it loads and converts nothing, and all work is limited. */
final class Validators {

  static final String DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema";

  /** Limit of nested schema evaluations, several for each level of a value. */
  private static final int MAX_EVALUATION_DEPTH = 5 * JsonSchema.MAX_DEPTH;

  private static final long MAX_EVALUATION_STEPS = 1_000_000;

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .pathType(PathType.JSON_PATH)
          .locale(Locale.ENGLISH)
          .losslessNarrowing(true)
          .formatAssertionsEnabled(false)
          .regularExpressionFactory(BoundedPattern::compile)
          .build();

  /** The library's own factory for unknown keywords keeps each name forever and logs it. */
  private static final List<Dialect> DIALECTS =
      Stream.of(
              Dialects.getDraft202012(),
              Dialects.getDraft201909(),
              Dialects.getDraft7(),
              Dialects.getDraft6(),
              Dialects.getDraft4())
          .map(
              dialect ->
                  Dialect.builder(dialect)
                      .unknownKeywordFactory((keyword, context) -> new AnnotationKeyword(keyword))
                      .build())
          .toList();

  private Validators() {}

  static Schema compile(JsonNode schema) {
    try {
      // A separate registry: an $id must not refer to another schema.
      Schema compiled =
          SchemaRegistry.withDialects(
                  DIALECTS,
                  b -> b.schemaRegistryConfig(CONFIG).schemaLoader(l -> l.allow(iri -> false)))
              .getSchema(schema);
      compiled.initializeValidators();
      return compiled;
    } catch (SchemaException | IllegalArgumentException e) {
      throw SchemaErrors.refused("schema", "cannot be used: " + e.getMessage());
    }
  }

  /** Throws {@link ValidationException} if the value does not match. */
  static void validate(Schema schema, JsonNode value) {
    List<Error> errors = errors(schema, value);
    if (!errors.isEmpty()) {
      throw new ValidationException(SchemaErrors.violations(errors));
    }
  }

  static boolean fits(Schema schema, JsonNode value) {
    return errors(schema, value).isEmpty();
  }

  private static List<Error> errors(Schema schema, JsonNode value) {
    try {
      return evaluate(schema, value);
    } catch (JsonNodeException tooLarge) {
      // The library handles an integral 1e300 as an integer and then as a long.
      return evaluate(schema, IntegralNumbers.of(value));
    }
  }

  private static List<Error> evaluate(Schema schema, JsonNode value) {
    try {
      return BoundedPattern.within(
          () ->
              schema.validate(
                  value,
                  ctx -> {
                    ctx.setErrors(new BoundedErrors());
                    ctx.executionConfig(
                        c ->
                            c.maxEvaluationDepth(MAX_EVALUATION_DEPTH)
                                .maxEvaluationSteps(MAX_EVALUATION_STEPS));
                  }));
    } catch (BoundedErrors.FullException e) {
      return e.errors();
    } catch (ValidationLimitExceededException e) {
      throw SchemaErrors.refused("complexity", "takes too much work to check against the schema");
    }
  }

  /** Returns the metaschema of this draft; loads from the library's own resources only. */
  static Schema metaSchema(String draft) {
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            b -> b.schemaRegistryConfig(CONFIG).schemaLoader(l -> l.fetchRemoteResources(false)))
        .getSchema(SchemaLocation.of(draft));
  }
}
