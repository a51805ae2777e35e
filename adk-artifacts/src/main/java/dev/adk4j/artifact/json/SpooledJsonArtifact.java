package dev.adk4j.artifact.json;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.internal.ResultBudget;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Spooled text that is JSON, JSON5, or JSON lines. Without a given format it is detected once: one
 * strict JSON value, then a strict value on every non-blank line, then one JSON5 value, otherwise
 * {@code E_ARTIFACT_CONTENT_INVALID}.
 *
 * <p>Records are the one value, or the values of the lines. JSON lines are read line by line with
 * constant memory. One large value is rejected with {@code E_ARTIFACT_QUERY_LIMIT} beyond 64 MiB,
 * or if it would take more than an eighth of the heap. The first query that reads records validates
 * all of them. Results are copies.
 *
 * <p>Paths are JSONPath as implemented by Jayway, without path functions and without the {@code =~}
 * operator. Evaluation ends with {@code E_ARTIFACT_QUERY_LIMIT} 1.5 seconds later than the size
 * requires, or after too many matches.
 *
 * @since 0.1.0
 */
public class SpooledJsonArtifact extends SpooledArtifact {

  /** Type {@code json}; a record stores its format once that is known. */
  public static final ArtifactType<SpooledJsonArtifact> TYPE =
      ArtifactType.of(
              "json", SpooledJsonArtifact.class, ArtifactTypes.SPOOLED, SpooledJsonArtifact::new)
          .withAttributes(SpooledJsonArtifact::restore, SpooledJsonArtifact::attributes)
          .withQueries(JsonQueries.all());

  private final JsonRecords records;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable JsonFormat format;

  /** Creates an artifact whose format is detected on first use. */
  public SpooledJsonArtifact(@Nullable SpoolReader reader) {
    this(reader, null);
  }

  /**
   * Creates an artifact with a format that is trusted until the records are read; null to detect
   * it.
   */
  public SpooledJsonArtifact(@Nullable SpoolReader reader, @Nullable JsonFormat format) {
    super(reader);
    this.format = format;
    this.records = new JsonRecords(Objects.requireNonNull(reader));
  }

  static SpooledJsonArtifact restore(SpoolReader reader, Map<String, JsonValue> attributes) {
    JsonValue format = attributes.get("format");
    return new SpooledJsonArtifact(
        reader, format == null ? null : JsonFormat.of(format.node().asString("")));
  }

  Map<String, JsonValue> attributes() {
    JsonFormat known = format;
    return known == null ? Map.of() : Map.of("format", JsonValue.of((Object) known.id()));
  }

  /** Returns the given or detected format. */
  public final JsonFormat jsonType() throws IOException {
    JsonFormat known = format;
    if (known != null) {
      return known;
    }
    lock.lock();
    try {
      known = format;
      if (known == null) {
        known = records.inferFormat();
        format = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the format if it was given or already detected; reads nothing. */
  public final Optional<JsonFormat> knownFormat() {
    return Optional.ofNullable(format);
  }

  /**
   * Returns the keys of the root object in order, or of all records that are objects, in the order
   * of their first occurrence. Empty if the root is not an object or no record has a key.
   */
  public final Optional<List<String>> jsonKeys() throws IOException {
    ResultBudget budget = ResultBudget.forProgram();
    Set<String> keys = new LinkedHashSet<>();
    boolean[] object = {false};
    records.each(
        jsonType(),
        value -> {
          object[0] |= value.isObject();
          for (String name : value.propertyNames()) {
            if (keys.add(name)) {
              budget.text(keys.size(), name);
            }
          }
          return true;
        });
    boolean nothing = jsonType().byLine() ? keys.isEmpty() : !object[0];
    return nothing ? Optional.empty() : Optional.of(List.copyOf(keys));
  }

  /** Returns the number of records; 1 for JSON and JSON5. */
  public final long jsonLength() throws IOException {
    return records.count(jsonType());
  }

  /** Returns the matches of the path in all records, in order. */
  public final List<JsonNode> jsonGet(String path) throws IOException {
    return jsonGet(path, ResultBudget.forProgram());
  }

  /** Returns the same as {@link #jsonGet}. */
  public final List<JsonNode> jsonPluck(String path) throws IOException {
    return jsonGet(path);
  }

  /** Returns the records that contain a match of the path. */
  public final List<JsonNode> jsonFilter(String path) throws IOException {
    return jsonFilter(path, ResultBudget.forProgram());
  }

  /**
   * Returns the records of {@code [start, end)}. Null means the first and the end; a negative index
   * counts from the end. Always the one record for JSON and JSON5.
   */
  public final List<JsonNode> jsonSlice(@Nullable Long start, @Nullable Long end)
      throws IOException {
    return jsonSlice(start, end, ResultBudget.forProgram());
  }

  final List<JsonNode> jsonGet(String path, ResultBudget budget) throws IOException {
    return found(path, budget, (value, matches) -> matches);
  }

  final List<JsonNode> jsonFilter(String path, ResultBudget budget) throws IOException {
    return found(path, budget, (value, matches) -> matches.isEmpty() ? matches : List.of(value));
  }

  private List<JsonNode> found(
      String path,
      ResultBudget budget,
      BiFunction<JsonNode, List<JsonNode>, List<JsonNode>> results)
      throws IOException {
    BoundedJsonPath compiled = BoundedJsonPath.compile(path, reader().byteLength());
    List<JsonNode> found = new ArrayList<>();
    records.each(
        jsonType(),
        value -> {
          results.apply(value, compiled.find(value)).forEach(one -> add(found, one, budget));
          return true;
        });
    return found;
  }

  final List<JsonNode> jsonSlice(@Nullable Long start, @Nullable Long end, ResultBudget budget)
      throws IOException {
    long count = records.count(jsonType());
    boolean whole = !jsonType().byLine();
    long from = whole || start == null ? 0 : index(start, count);
    long to = whole || end == null ? count : index(end, count);
    List<JsonNode> slice = new ArrayList<>();
    if (from >= to) {
      return slice;
    }
    long[] at = {0};
    records.each(
        jsonType(),
        value -> {
          if (at[0] >= from) {
            add(slice, value, budget);
          }
          return ++at[0] < to;
        });
    return slice;
  }

  private static long index(long given, long count) {
    return given < 0 ? Math.max(0, count + given) : Math.min(given, count);
  }

  private static void add(List<JsonNode> found, JsonNode value, ResultBudget budget) {
    budget.json(found.size(), JsonTexts.length(value));
    found.add(value.deepCopy());
  }

  static AdkException invalid(String message, @Nullable Throwable cause) {
    return new AdkException(AdkErrorCode.E_ARTIFACT_CONTENT_INVALID, message, cause);
  }
}
