package dev.adk4j.artifact;

import dev.adk4j.artifact.internal.ResultBudget;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.JsonValue;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A query that a model may run on an artifact. The tool for it adds {@code callId} to the
 * arguments.
 *
 * @param name the tool's name
 * @param description the tool's description for the model
 * @param argsSchema a JSON Schema of the arguments without {@code callId}: an object that allows no
 *     other member
 * @param function runs the query
 * @param resultText converts the result to text for the model; by default, lists of texts to lines,
 *     other values to JSON
 */
public record ArtifactQuery<A extends SpooledArtifact>(
    String name,
    String description,
    JsonValue argsSchema,
    Answer<A> function,
    Function<@Nullable Object, String> resultText) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  public ArtifactQuery {
    new Violations()
        .check(
            name != null && NAME.matcher(name).matches(),
            "$.name",
            "pattern",
            "must be 1 to 64 letters, digits, '_' or '-'")
        .requiredText(description, "$.description")
        .check(
            argsSchema != null && argsSchema.isObject(),
            "$.argsSchema",
            "type",
            "must be a JSON Schema object")
        .required(function, "$.function")
        .required(resultText, "$.resultText")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** Creates a query with the default result text. */
  public ArtifactQuery(String name, String description, JsonValue argsSchema, Answer<A> function) {
    this(name, description, argsSchema, function, QueryResultText::of);
  }

  /**
   * Returns the result as text; the arguments match {@link #argsSchema()}. Throws {@code
   * E_ARTIFACT_QUERY_LIMIT} for a text that is too large for a model; never truncates it.
   */
  public String ask(A artifact, JsonNode args) throws Exception {
    return ResultBudget.checked(resultText.apply(function.answer(artifact, args)));
  }

  /** Reads the artifact; null means no result. Must be thread-safe. */
  @FunctionalInterface
  public interface Answer<A extends SpooledArtifact> {
    @Nullable Object answer(A artifact, JsonNode args) throws Exception;
  }
}
