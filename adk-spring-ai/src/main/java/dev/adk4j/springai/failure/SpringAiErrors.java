package dev.adk4j.springai.failure;

import dev.adk4j.springai.failure.ProviderFailure.Kind;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the errors of Spring AI's error handler, which writes status and body into the message. */
final class SpringAiErrors {

  private static final Pattern MESSAGE =
      Pattern.compile("\\s*(?:HTTP\\s+)?(\\d{3})\\s+-\\s+(.*)", Pattern.DOTALL);

  private SpringAiErrors() {}

  static ProviderFailure read(Throwable thrown) {
    String message = thrown.getMessage() == null ? "" : thrown.getMessage();
    Matcher matcher = MESSAGE.matcher(message);
    return matcher.matches()
        ? ProviderFailure.http(Integer.parseInt(matcher.group(1)), matcher.group(2), Duration.ZERO)
        : ProviderFailure.of(Kind.UNKNOWN, thrown);
  }
}
