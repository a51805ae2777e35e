package dev.adk4j.answer;

import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/** Extracts the JSON of an answer from its text. */
final class AnswerText {

  /** A code block, its fences on lines of their own. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^|\\n)[ \\t]*```[a-zA-Z0-9]*[ \\t]*\\r?\\n(.*?)\\n[ \\t]*```", Pattern.DOTALL);

  private static final ObjectReader VALUE =
      Json.mapper()
          .readerFor(JsonNode.class)
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private AnswerText() {}

  /** Reads a text that consists of JSON only. */
  static JsonNode strictly(String text) {
    if (text.isBlank()) {
      throw wrong("empty", "is empty; it must be JSON");
    }
    try {
      return Json.read(text);
    } catch (JacksonException e) {
      throw wrong("json", "is not JSON" + where(e));
    }
  }

  /**
   * Returns the JSON values of a text: the whole text, or the content of its only code block,
   * otherwise all outermost objects and lists. A value cut off at the end of the text does not
   * count.
   */
  static List<JsonNode> values(String text) {
    JsonNode whole = whole(text.startsWith("\ufeff") ? text.substring(1) : text);
    Matcher block = BLOCK.matcher(text);
    if (whole == null && block.find()) {
      String held = block.group(1);
      whole = block.find() ? null : whole(held);
    }
    return whole == null ? inside(text.replace("<![CDATA[", " ")) : List.of(whole);
  }

  private static @Nullable JsonNode whole(String text) {
    try {
      return Json.read(text);
    } catch (JacksonException e) {
      return null;
    }
  }

  private static List<JsonNode> inside(String text) {
    List<JsonNode> found = new ArrayList<>();
    char[] all = text.toCharArray();
    int at = next(text, 0);
    while (at < text.length()) {
      try (JsonParser parser = Json.mapper().createParser(all, at, all.length - at)) {
        at += Math.max(1, read(parser, found));
      } catch (UnexpectedEndOfInputException cut) {
        break;
      }
      at = next(text, at);
    }
    return found;
  }

  /** Returns the number of characters of the value, or of the text to skip. */
  private static int read(JsonParser parser, List<JsonNode> found) {
    try {
      found.add(VALUE.readValue(parser));
    } catch (UnexpectedEndOfInputException cut) {
      throw cut;
    } catch (JacksonException | ArithmeticException | NumberFormatException e) {
      // Not JSON, or not readable as a value: one may follow it.
    }
    return (int) parser.currentLocation().getCharOffset();
  }

  private static int next(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) != '[') {
      at++;
    }
    return at;
  }

  /** Omits the text at that position. */
  private static String where(JacksonException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : ": there is a mistake, or the end, at line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr();
  }

  static ValidationException wrong(String rule, String message) {
    return new ValidationException(List.of(new Violation("$", rule, message)));
  }
}
