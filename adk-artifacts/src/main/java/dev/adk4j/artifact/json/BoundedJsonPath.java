package dev.adk4j.artifact.json;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.EvaluationListener;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.Option;
import dev.adk4j.artifact.internal.Deadline;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.HeapShare;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Evaluates an untrusted JSONPath with a limit on time and matches. For one query on one thread.
 */
final class BoundedJsonPath {

  /** A class name in the form that the library writes. */
  private static final Pattern JAVA = Pattern.compile("[a-z][A-Z]|\\bjava\\.|\\bcom\\.");

  private static final int MAX_MATCHES = (int) HeapShare.of(256, 250_000);

  private final JsonPath path;
  private final Deadline deadline;
  private final Configuration configuration;
  private int matches;

  private BoundedJsonPath(JsonPath path, Deadline deadline) {
    this.path = path;
    this.deadline = deadline;
    this.configuration =
        Configuration.builder()
            .jsonProvider(new JsonNodeProvider(deadline))
            .mappingProvider(new JsonNodeMapping())
            .options(Option.ALWAYS_RETURN_LIST)
            .evaluationListener(List.of(this::count))
            .build();
  }

  /**
   * Compiles a path; throws {@code E_ARTIFACT_QUERY_INVALID} if it is invalid or uses forbidden
   * operators.
   */
  static BoundedJsonPath compile(String path, long bytes) {
    return compile(path, Deadline.forText(bytes));
  }

  static BoundedJsonPath compile(String path, Deadline deadline) {
    JsonPathGuard.check(path);
    try {
      return new BoundedJsonPath(JsonPath.compile(path), deadline);
    } catch (RuntimeException e) {
      // Jayway reports some faults as index or number errors.
      throw invalid(
          "The JSONPath is not valid: "
              + plain(e, "a bracket, quote or number in it is not complete, or out of range"),
          e);
    }
  }

  /** Returns the nodes that the path matches, not copies. */
  List<JsonNode> find(JsonNode value) {
    matches = 0;
    deadline.resume();
    try {
      JsonNode found = path.read(value, configuration);
      return found.valueStream().toList();
    } catch (JsonPathException nothingThere) {
      return List.of();
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw invalid(
          "The JSONPath cannot be applied here: "
              + plain(e, "a filter or function in it does not fit the values"),
          e);
    } finally {
      deadline.pause();
    }
  }

  /** Returns the library's message; a replacement if it names Java classes or is empty. */
  private static String plain(RuntimeException e, String instead) {
    String message = e.getMessage();
    return message != null
            && e instanceof JsonPathException
            && e.getCause() == null
            && !JAVA.matcher(message).find()
        ? message
        : instead + ".";
  }

  private EvaluationListener.EvaluationContinuation count(EvaluationListener.FoundResult result) {
    if (++matches > MAX_MATCHES) {
      throw new AdkException(
          AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
          "The JSONPath matches more than "
              + MAX_MATCHES
              + " values in one record; use a narrower one.");
    }
    return EvaluationListener.EvaluationContinuation.CONTINUE;
  }

  static AdkException invalid(String message, @Nullable Throwable cause) {
    return new AdkException(AdkErrorCode.E_ARTIFACT_QUERY_INVALID, message, cause);
  }
}
