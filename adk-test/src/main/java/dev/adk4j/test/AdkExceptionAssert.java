package dev.adk4j.test;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on an {@link AdkException}, in addition to those on any throwable.
 *
 * @since 0.1.0
 */
public final class AdkExceptionAssert
    extends AbstractThrowableAssert<AdkExceptionAssert, AdkException> {

  AdkExceptionAssert(@Nullable AdkException actual) {
    super(actual, AdkExceptionAssert.class);
  }

  public AdkExceptionAssert hasCode(ErrorCode expected) {
    isNotNull();
    if (actual.errorCode() != expected) {
      throw failureWithActualExpected(
          actual.errorCode(), expected, "Expected the code %s but was %s", expected, actual);
    }
    return this;
  }

  public AdkExceptionAssert hasStatus(int expected) {
    isNotNull();
    if (actual.status() != expected) {
      throw failureWithActualExpected(
          actual.status(),
          expected,
          "Expected the status %s but was %s of %s",
          expected,
          actual.status(),
          actual);
    }
    return this;
  }

  public AdkExceptionAssert isFatal() {
    isNotNull();
    if (!actual.fatal()) {
      throw failure("Expected a fatal exception but was %s", actual);
    }
    return this;
  }

  public AdkExceptionAssert isNotFatal() {
    isNotNull();
    if (actual.fatal()) {
      throw failure("Expected an exception that is not fatal but was %s", actual);
    }
    return this;
  }
}
