package dev.adk4j.artifact;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.EvaluationListener;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.Jackson3JsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.Jackson3MappingProvider;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A JSONPath from outside, evaluated with a limit on time and on matches. For one query on one
 * thread.
 */
final class BoundedJsonPath {

  private static final int MAX_MATCHES = 250_000;
  private static final long NANOS_PER_RECORD = 10_000;

  private final JsonPath path;
  private final Deadline deadline;
  private final Configuration configuration;
  private int matches;

  private BoundedJsonPath(JsonPath path, Deadline deadline) {
    this.path = path;
    this.deadline = deadline;
    this.configuration =
        Configuration.builder()
            .jsonProvider(new Provider(deadline))
            .mappingProvider(new Jackson3MappingProvider(JsonTexts.MAPPER))
            .options(Option.ALWAYS_RETURN_LIST)
            .evaluationListener(List.of(this::count))
            .build();
  }

  /** {@code E_ARTIFACT_QUERY_INVALID} where the path is not valid or uses what is not allowed. */
  static BoundedJsonPath compile(String path) {
    return compile(path, new Deadline());
  }

  static BoundedJsonPath compile(String path, Deadline deadline) {
    JsonPathGuard.check(path);
    try {
      return new BoundedJsonPath(JsonPath.compile(path), deadline);
    } catch (RuntimeException e) {
      // Jayway reports some faults as index or number errors.
      throw invalid("The JSONPath is not valid: " + e.getMessage(), e);
    }
  }

  /** What the path matches in the value; the nodes are the value's own. */
  List<JsonNode> find(JsonNode value) {
    matches = 0;
    deadline.resume(NANOS_PER_RECORD);
    try {
      JsonNode found = path.read(value, configuration);
      List<JsonNode> list = new ArrayList<>(found.size());
      found.forEach(list::add);
      return list;
    } catch (JsonPathException nothingThere) {
      return List.of();
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw invalid("The JSONPath cannot be applied here: " + e.getMessage(), e);
    } finally {
      deadline.pause();
    }
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

  /** Jayway cannot be interrupted, but it sees every node through its provider. */
  private static final class Provider extends Jackson3JsonNodeJsonProvider {

    private final Deadline deadline;

    Provider(Deadline deadline) {
      super(JsonTexts.MAPPER);
      this.deadline = deadline;
    }

    @Override
    public boolean isMap(Object node) {
      deadline.step();
      return super.isMap(node);
    }

    @Override
    public boolean isArray(Object node) {
      deadline.step();
      return super.isArray(node);
    }

    @Override
    public Object getArrayIndex(Object node, int index) {
      deadline.step();
      Object element = super.getArrayIndex(node, index);
      if (element == null) {
        // Jayway expects this of an index behind the end, and takes null for a match.
        throw new IndexOutOfBoundsException(index);
      }
      return element;
    }

    @Override
    public Object getMapValue(Object node, String key) {
      deadline.step();
      return super.getMapValue(node, key);
    }

    @Override
    public Collection<String> getPropertyKeys(Object node) {
      deadline.step();
      return super.getPropertyKeys(node);
    }

    @Override
    public Object unwrap(Object node) {
      deadline.step();
      Object value = super.unwrap(node);
      // JSON5 has numbers that Jayway's comparisons cannot hold.
      return value instanceof Double d && !Double.isFinite(d) ? d.toString() : value;
    }
  }
}
