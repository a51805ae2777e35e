package dev.adk4j.artifact.json;

import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.HeapShare;
import java.io.IOException;
import java.io.StringReader;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the JSON values of a text. Caches them if they are small or memory permits, and reads them
 * again otherwise. Thread-safe.
 */
final class JsonRecords {

  private static final long MAX_VALUE_BYTES = HeapShare.of(8, 64L * 1024 * 1024);
  private static final long KEPT_BYTES = HeapShare.of(256, 1024 * 1024);

  private final SpoolReader reader;
  private volatile @Nullable List<JsonNode> kept;
  private volatile SoftReference<List<JsonNode>> large = new SoftReference<>(null);
  private volatile long lines = -1;

  JsonRecords(SpoolReader reader) {
    this.reader = reader;
  }

  JsonFormat inferFormat() throws IOException {
    if (JsonTexts.isOneValue(reader.open())) {
      return JsonFormat.JSON;
    }
    if (everyLineIsStrict()) {
      return JsonFormat.JSONL;
    }
    try {
      whole(JsonFormat.JSON5);
    } catch (AdkException e) {
      if (e.errorCode() == AdkErrorCode.E_ARTIFACT_QUERY_LIMIT) {
        throw e;
      }
      throw SpooledJsonArtifact.invalid(
          "The text is neither one JSON value, nor JSON lines, nor JSON5. " + e.getMessage(), e);
    }
    return JsonFormat.JSON5;
  }

  /** Returns the number of records after validating all of them. */
  long count(JsonFormat format) throws IOException {
    if (!format.byLine()) {
      return whole(format).size();
    }
    List<JsonNode> known = known();
    if (known != null) {
      return known.size();
    }
    long counted = lines;
    if (counted < 0) {
      long[] count = {0};
      eachLine(
          (line, number) -> {
            if (!JsonTexts.isOneValue(line)) {
              parse(line, number);
            }
            count[0]++;
            return true;
          });
      counted = count[0];
      lines = counted;
    }
    return counted;
  }

  /**
   * Visits the records in order until the visitor returns false. The visitor must not change them.
   */
  void each(JsonFormat format, Predicate<JsonNode> visitor) throws IOException {
    List<JsonNode> known = format.byLine() ? known() : whole(format);
    if (known == null && reader.byteLength() <= KEPT_BYTES) {
      List<JsonNode> all = new ArrayList<>();
      eachLine((line, number) -> all.add(parse(line, number)));
      kept = all;
      known = all;
    }
    if (known == null) {
      eachLine((line, number) -> visitor.test(parse(line, number)));
      return;
    }
    for (JsonNode value : known) {
      if (!visitor.test(value)) {
        return;
      }
    }
  }

  private @Nullable List<JsonNode> known() {
    List<JsonNode> known = kept;
    return known == null ? large.get() : known;
  }

  private List<JsonNode> whole(JsonFormat format) throws IOException {
    List<JsonNode> known = known();
    if (known != null) {
      return known;
    }
    long bytes = reader.byteLength();
    if (bytes > MAX_VALUE_BYTES) {
      throw AdkException.of(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT)
          .message(
              "One JSON value of %s bytes is too large for queries; the limit is %s."
                  .formatted(bytes, MAX_VALUE_BYTES))
          .args(bytes)
          .build();
    }
    JsonNode root =
        format == JsonFormat.JSON5
            ? Json5Reader.read(reader.readAll())
            : JsonTexts.read(reader.open(), "The text");
    List<JsonNode> records = List.of(root);
    if (bytes <= KEPT_BYTES) {
      kept = records;
    } else {
      large = new SoftReference<>(records);
    }
    return records;
  }

  private boolean everyLineIsStrict() throws IOException {
    boolean[] any = {false};
    boolean[] all = {true};
    eachLine(
        (line, number) -> {
          any[0] = true;
          all[0] = JsonTexts.isOneValue(line);
          return all[0];
        });
    return any[0] && all[0];
  }

  private static JsonNode parse(String line, long number) throws IOException {
    return JsonTexts.read(new StringReader(line), "Line " + number);
  }

  private void eachLine(LineVisitor visitor) throws IOException {
    try (LineCursor cursor = reader.lines(0)) {
      long number = 1;
      for (String line = cursor.next(); line != null; line = cursor.next(), number++) {
        if (!JsonTexts.isBlank(line) && !visitor.visit(line, number)) {
          return;
        }
      }
    }
  }

  private interface LineVisitor {
    boolean visit(String line, long number) throws IOException;
  }
}
