package dev.adk4j.springai.failure;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** The AWS client's errors. */
final class AwsErrors {

  private AwsErrors() {}

  static ProviderFailure read(Throwable thrown, InstantSource clock) {
    AwsServiceException e = (AwsServiceException) thrown;
    AwsErrorDetails details = e.awsErrorDetails();
    String message = e.getMessage() == null ? "" : e.getMessage();
    return ProviderFailure.http(e.statusCode(), message, RetryAfter.of(retryAfter(details), clock));
  }

  /** There is no response where the error came in a stream. */
  private static @Nullable String retryAfter(@Nullable AwsErrorDetails details) {
    return details == null || details.sdkHttpResponse() == null
        ? null
        : details.sdkHttpResponse().firstMatchingHeader("Retry-After").orElse(null);
  }
}
