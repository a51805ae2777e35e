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
 * One question that a model may ask an artifact. The tool made of it adds {@code callId} to the
 * arguments.
 *
 * @param name the tool's name
 * @param description what a model reads about it
 * @param argsSchema a JSON Schema of the arguments beside {@code callId}: an object that allows no
 *     other member
 * @param function answers it
 * @param resultText turns the answer into what the model reads; lists of texts as lines, other
 *     values as JSON, unless another function is given
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

  /** With the usual result text. */
  public ArtifactQuery(String name, String description, JsonValue argsSchema, Answer<A> function) {
    this(name, description, argsSchema, function, QueryResultText::of);
  }

  /**
   * Returns the text that answers the question; the arguments have passed {@link #argsSchema()}. A
   * text too large for a model is {@code E_ARTIFACT_QUERY_LIMIT}, never cut.
   */
  public String ask(A artifact, JsonNode args) throws Exception {
    return ResultBudget.checked(resultText.apply(function.answer(artifact, args)));
  }

  /** Looks into the artifact; null means that there is nothing. Called from several threads. */
  @FunctionalInterface
  public interface Answer<A extends SpooledArtifact> {
    @Nullable Object answer(A artifact, JsonNode args) throws Exception;
  }
}
