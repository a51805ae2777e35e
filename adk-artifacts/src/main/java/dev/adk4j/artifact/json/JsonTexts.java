package dev.adk4j.artifact.json;

import dev.adk4j.artifact.internal.Blanks;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringReader;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON of tools: strict syntax, exact digits, and the last of duplicate names. */
final class JsonTexts {

  static final JsonMapper MAPPER =
      JsonMapper.builder(factory(Json.readLimits()))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** Scans a text of any length without a tree. */
  private static final JsonFactory SCANNER =
      factory(Json.readLimits().rebuild().maxTokenCount(-1).build());

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private JsonTexts() {}

  /** Disables the table of names, which lines with different names would copy repeatedly. */
  private static JsonFactory factory(StreamReadConstraints limits) {
    return JsonFactory.builder()
        .streamReadConstraints(limits)
        .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
        .build();
  }

  /**
   * Returns true if the text is exactly one strict value. Holds at most a token in memory. Closes
   * the reader.
   */
  static boolean isOneValue(Reader text) throws IOException {
    try (JsonParser parser = SCANNER.createParser(ObjectReadContext.empty(), withoutMark(text))) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      return false;
    }
  }

  static boolean isOneValue(String text) throws IOException {
    return isOneValue(new StringReader(text));
  }

  /**
   * Reads one strict value; otherwise throws {@code E_ARTIFACT_CONTENT_INVALID} with {@code where}.
   * Closes the reader.
   */
  static JsonNode read(Reader text, String where) throws IOException {
    try (Reader json = withoutMark(text)) {
      JsonNode value = MAPPER.readTree(json);
      if (value.isMissingNode()) {
        throw SpooledJsonArtifact.invalid(where + " is empty.", null);
      }
      return value;
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (StreamConstraintsException e) {
      throw new AdkException(
          AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
          where + " is too large for queries: " + e.getOriginalMessage(),
          e);
    } catch (JacksonException e) {
      throw SpooledJsonArtifact.invalid(
          where + " is not one strict JSON value: " + e.getOriginalMessage(), e);
    }
  }

  /** Estimates the length of the value as text. */
  static long length(JsonNode value) {
    if (value.isString()) {
      return value.stringValue().length() + 2L;
    }
    long length = 8;
    for (var member : value.properties()) {
      length += member.getKey().length() + 4 + length(member.getValue());
    }
    if (value.isArray()) {
      for (JsonNode element : value) {
        length += 2 + length(element);
      }
    }
    return length;
  }

  private static Reader withoutMark(Reader text) throws IOException {
    PushbackReader reader = new PushbackReader(text, 1);
    int first = reader.read();
    if (first >= 0 && first != BYTE_ORDER_MARK) {
      reader.unread(first);
    }
    return reader;
  }

  /** Returns true if the line contains only blanks of JavaScript. */
  static boolean isBlank(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (!Blanks.isBlank(line.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
