package dev.adk4j.springai.failure;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Reads the errors of the AWS client. */
final class AwsErrors {

  private AwsErrors() {}

  static ProviderFailure read(Throwable thrown, InstantSource clock) {
    AwsServiceException e = (AwsServiceException) thrown;
    AwsErrorDetails details = e.awsErrorDetails();
    String message = e.getMessage() == null ? "" : e.getMessage();
    return ProviderFailure.http(e.statusCode(), message, RetryAfter.of(retryAfter(details), clock));
  }

  /** Returns the Retry-After header; null for an error in a stream, which has no response. */
  private static @Nullable String retryAfter(@Nullable AwsErrorDetails details) {
    return details == null || details.sdkHttpResponse() == null
        ? null
        : details.sdkHttpResponse().firstMatchingHeader("Retry-After").orElse(null);
  }
}
