package dev.adk4j.springai.failure;

import dev.adk4j.springai.failure.ProviderFailure.Kind;
import java.time.Duration;

/** The AWS client's errors, by the one method that is asked, since nothing else here needs AWS. */
final class AwsErrors {

  private AwsErrors() {}

  static ProviderFailure read(Throwable thrown) {
    try {
      int status = (int) thrown.getClass().getMethod("statusCode").invoke(thrown);
      String message = thrown.getMessage() == null ? "" : thrown.getMessage();
      return ProviderFailure.http(status, message, Duration.ZERO);
    } catch (ReflectiveOperationException | ClassCastException e) {
      return ProviderFailure.of(Kind.UNKNOWN, thrown);
    }
  }
}
