package dev.adk4j.answer;

import dev.adk4j.error.ValidationException;
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

  private static final String MARK = "(?:[\\s\\p{Cf}`*~]|<[^<>]*>)";
  private static final String CDATA = "[CDATA[";

  /** A code block, its fences on lines of their own. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^|\\n)[ \\t]*```[a-zA-Z0-9]*[ \\t]*\\r?\\n(.*?)\\n[ \\t]*```", Pattern.DOTALL);

  /** The end of reasoning, whose drafts are not the answer. */
  private static final Pattern THOUGHT =
      Pattern.compile("(?s).*</(?:think|thinking|thought|reasoning)>");

  /** A scalar between tags, fences, and marks of Markdown, announced by words and a colon. */
  private static final Pattern SCALAR =
      Pattern.compile(
          "(?s)(?:[`~]{3,}[^\\n]*\\n|_)*+(?:[\\p{L}' ]+:)?_*+(.*?)[.;]?_*".replace("_", MARK));

  /** A text that stops at a bracket before it closes one. */
  private static final Pattern OPENED = Pattern.compile("([^}\\]]+)[{\\[]");

  /** A longer text is read as words, so that the pattern stays fast. */
  private static final int SCALAR_LENGTH = 1_000;

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
   * Returns the JSON values of a text: the whole text, the content of its only code block, or a
   * scalar that is only wrapped or announced; otherwise all outermost objects and lists. A value
   * cut off at the end of the text does not count.
   */
  static List<JsonNode> values(String text) {
    JsonNode whole = whole(text);
    Matcher thought = THOUGHT.matcher(text);
    if (whole == null && thought.lookingAt()) {
      List<JsonNode> answer = values(text.substring(thought.end()));
      if (!answer.isEmpty()) {
        return answer;
      }
    }
    Matcher block = BLOCK.matcher(text);
    if (whole == null && block.find()) {
      String held = block.group(1);
      whole = block.find() ? null : whole(held);
    }
    Matcher scalar = SCALAR.matcher(text);
    if (whole == null && text.length() <= SCALAR_LENGTH && scalar.matches()) {
      whole = whole(scalar.group(1));
    }
    return whole == null ? inside(text) : List.of(whole);
  }

  private static @Nullable JsonNode whole(String text) {
    try {
      return Json.read(text.startsWith("\ufeff") ? text.substring(1) : text);
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
        at = next(text, at + Math.max(1, read(parser, text.substring(at), found)));
      } catch (UnexpectedEndOfInputException cut) {
        break;
      }
    }
    return found;
  }

  /** Returns the number of characters of the value, or of the text to skip. */
  private static int read(JsonParser parser, String text, List<JsonNode> found) {
    try {
      found.add(VALUE.readValue(parser));
    } catch (UnexpectedEndOfInputException cut) {
      throw cut;
    } catch (JacksonException | ArithmeticException | NumberFormatException e) {
      // Not JSON, or not readable as a value: one may follow it, or begin where it stops.
      Matcher opened = OPENED.matcher(text);
      opened.region(0, (int) parser.currentLocation().getCharOffset());
      return opened.matches() ? opened.end(1) : opened.regionEnd();
    }
    return (int) parser.currentLocation().getCharOffset();
  }

  private static int next(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) != '[') {
      at++;
    }
    return text.startsWith(CDATA, at) ? next(text, at + CDATA.length()) : at;
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
    return new ValidationException("$", rule, message);
  }
}
