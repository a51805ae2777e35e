package dev.adk4j.answer;

import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.value.Json;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Finds the JSON of an answer in its text. */
final class AnswerText {

  /** A code block, its fences on lines of their own. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^|\\n)[ \\t]*```[a-zA-Z0-9]*[ \\t]*\\r?\\n(.*?)\\n[ \\t]*```", Pattern.DOTALL);

  private AnswerText() {}

  /** Reads a text that is JSON and nothing else. */
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

  /** Reads a text that may say something around one JSON object, or hold it in a code block. */
  static JsonNode leniently(String text) {
    try {
      return strictly(text);
    } catch (ValidationException strict) {
      JsonNode found = inside(text);
      if (found == null) {
        throw strict;
      }
      return found;
    }
  }

  /** From the first brace to the last: what lies between is one object, or nothing is found. */
  private static @Nullable JsonNode inside(String text) {
    Matcher block = BLOCK.matcher(text);
    String within = block.find() ? block.group(1) : text;
    int first = within.indexOf('{');
    int last = within.lastIndexOf('}');
    if (first < 0 || last < first || within != text && block.find()) {
      return null;
    }
    try {
      return Json.read(within.substring(first, last + 1));
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Never what stands there. */
  private static String where(JacksonException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : ": there is a mistake, or the end, at line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr();
  }

  private static ValidationException wrong(String rule, String message) {
    return new ValidationException(List.of(new Violation("$", rule, message)));
  }
}
