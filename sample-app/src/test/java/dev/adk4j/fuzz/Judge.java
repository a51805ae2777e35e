package dev.adk4j.fuzz;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.fuzz.FuzzRequest.Spoiled;
import dev.adk4j.jdbc.StorageErrorCode;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.vector.VectorErrorCode;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Says what is wrong with an answer. */
final class Judge {

  /** Names of packages, lines of stack traces, and what databases say. */
  private static final Pattern INSIDE =
      Pattern.compile(
          "\\b(java|javax|jakarta|jdk|sun|org\\.(springframework|apache|hibernate|h2|postgresql)|tools\\.jackson"
              + "|com\\.fasterxml|dev\\.adk4j)\\.[a-z]+\\.\\w+"
              + "|Exception\\b|OutOfMemory|StackOverflow|^\\s+at \\w|jdbc:|SQLSTATE|(?i:select .* from )",
          Pattern.MULTILINE);

  private static final Set<String> BUSY =
      Stream.of(
              AdkErrorCode.values(),
              LlmErrorCode.values(),
              MemoryErrorCode.values(),
              StorageErrorCode.values(),
              VectorErrorCode.values())
          .flatMap(Arrays::stream)
          .map(ErrorCode.class::cast)
          .filter(code -> code.status() == 503)
          .map(ErrorCode::name)
          .collect(Collectors.toSet());

  /**
   * A parameter of the path that cannot be decoded. Spring reads it before any code of the
   * application, in Spring Security's first filter or in its dispatcher, and answers 500.
   */
  private static final Pattern SPRINGS_OWN = Pattern.compile(";[^/?]*%(?![0-9a-fA-F]{2})");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Judge() {}

  /** What is wrong; null where nothing is. */
  static @Nullable String fault(Seed seed, FuzzRequest request, FuzzAnswer answer) {
    int status = answer.status();
    if (request.isValid()) {
      return status / 100 == 2 || seed.raced().contains(status)
          ? null
          : "a right request is refused";
    }
    boolean wire = request.isOffTheWire();
    if (status == 0) {
      return wire || (request.body != null && request.body.length > 60_000) ? null : "no answer";
    }
    if (answer.headers().containsKey("x-injected")) {
      return "a header was injected";
    }
    if (status >= 500 && !isAllowed(status, wire, request, answer)) {
      return "a server error";
    }
    if (status < 400) {
      return null;
    }
    // a refusal quotes the request
    Matcher inside = INSIDE.matcher(answer.body());
    if (inside.find() && !answer.type().startsWith("text/event-stream")) {
      return "shows the inside: " + inside.group();
    }
    return mayBeBare(seed, request, status) || code(answer) != null
        ? null
        : "a refusal without a code";
  }

  /** Answers of the web server and of Spring to what is no request, and a documented shortage. */
  private static boolean isAllowed(
      int status, boolean wire, FuzzRequest request, FuzzAnswer answer) {
    boolean target = request.spoiled.contains(Spoiled.TARGET);
    return ((status == 501 || status == 505) && (wire || target))
        || (status == 500 && SPRINGS_OWN.matcher(request.target()).find())
        || (status == 503 && BUSY.contains(String.valueOf(code(answer))));
  }

  /** Where it need not be the route that answers. */
  private static boolean mayBeBare(Seed seed, FuzzRequest request, int status) {
    return !seed.coded()
        || request.method.equals("HEAD")
        || request.isOffTheWire()
        || request.spoiled.contains(Spoiled.TARGET)
        || (request.spoiled.contains(Spoiled.ACCEPT) && status == 406);
  }

  static @Nullable String code(FuzzAnswer answer) {
    if (!answer.type().startsWith("application/problem+json")) {
      return null;
    }
    try {
      JsonNode code = JSON.readTree(answer.body()).path("code");
      return code.isString() ? code.asString() : null;
    } catch (JacksonException e) {
      return null;
    }
  }
}
