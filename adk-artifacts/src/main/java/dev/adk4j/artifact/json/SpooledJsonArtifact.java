package dev.adk4j.artifact.json;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.query.ResultBudget;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A spooled text that is JSON, JSON5, or JSON lines. Without a format given it is found out once:
 * one strict JSON value, else a strict value on every line that is not blank, else one JSON5 value,
 * else {@code E_ARTIFACT_CONTENT_INVALID}.
 *
 * <p>Its records are the one value, or the values of the lines. JSON lines are read line by line
 * with constant memory; one large value is refused with {@code E_ARTIFACT_QUERY_LIMIT} beyond 64
 * MiB, or where it would take more than an eighth of the heap. The first query that reads records
 * checks all of them. Results are copies.
 *
 * <p>Paths are JSONPath as Jayway understands it, without path functions and without the {@code =~}
 * operator; evaluation ends with {@code E_ARTIFACT_QUERY_LIMIT} after 1.5 seconds more than its
 * size explains, or too many matches.
 */
public class SpooledJsonArtifact extends SpooledArtifact {

  /** The type {@code json}; a record keeps the format once it is known. */
  public static final ArtifactType<SpooledJsonArtifact> TYPE =
      ArtifactType.of(
              "json", SpooledJsonArtifact.class, ArtifactTypes.SPOOLED, SpooledJsonArtifact::new)
          .withAttributes(SpooledJsonArtifact::restore, SpooledJsonArtifact::attributes)
          .withQueries(JsonQueries.all());

  private final JsonRecords records;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable JsonFormat format;

  /** The format is found out when it is first needed. */
  public SpooledJsonArtifact(@Nullable SpoolReader reader) {
    this(reader, null);
  }

  /** With a format that is believed until the records are read; null to find it out. */
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

  /** The format given, or the one found out. */
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

  /** The format, where it was given or has been found out; reads nothing. */
  public final Optional<JsonFormat> knownFormat() {
    return Optional.ofNullable(format);
  }

  /**
   * The keys of the root object in their order, or of all records that are objects, in the order
   * they are first met; empty where the root is not an object or no record has a key.
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

  /** The number of records; 1 for JSON and JSON5. */
  public final long jsonLength() throws IOException {
    return records.count(jsonType());
  }

  /** What the path matches, in all records one after the other; empty where it matches nothing. */
  public final List<JsonNode> jsonGet(String path) throws IOException {
    return jsonGet(path, ResultBudget.forProgram());
  }

  /** The same as {@link #jsonGet}. */
  public final List<JsonNode> jsonPluck(String path) throws IOException {
    return jsonGet(path);
  }

  /** The records in which the path matches something. */
  public final List<JsonNode> jsonFilter(String path) throws IOException {
    return jsonFilter(path, ResultBudget.forProgram());
  }

  /**
   * The records of {@code [start, end)}; null stands for the first and for the end, a negative
   * index counts from the end. For JSON and JSON5 always the one record.
   */
  public final List<JsonNode> jsonSlice(@Nullable Long start, @Nullable Long end)
      throws IOException {
    return jsonSlice(start, end, ResultBudget.forProgram());
  }

  final List<JsonNode> jsonGet(String path, ResultBudget budget) throws IOException {
    BoundedJsonPath compiled = BoundedJsonPath.compile(path, reader().byteLength());
    List<JsonNode> found = new ArrayList<>();
    records.each(
        jsonType(),
        value -> {
          for (JsonNode match : compiled.find(value)) {
            add(found, match, budget);
          }
          return true;
        });
    return found;
  }

  final List<JsonNode> jsonFilter(String path, ResultBudget budget) throws IOException {
    BoundedJsonPath compiled = BoundedJsonPath.compile(path, reader().byteLength());
    List<JsonNode> found = new ArrayList<>();
    records.each(
        jsonType(),
        value -> {
          if (!compiled.find(value).isEmpty()) {
            add(found, value, budget);
          }
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
