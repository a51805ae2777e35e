package dev.adk4j.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Short forms of failing, and of what fails. */
public final class Failures {

  private Failures() {}

  /** Throws what no signature declares: the body of a lambda that fails. */
  public static <T> T raise(Throwable thrown) {
    throw Engine.<RuntimeException>sneaky(thrown);
  }

  /** The call fails with the code. */
  public static AbstractThrowableAssert<?, ? extends Throwable> assertFails(
      ErrorCode code, ThrowingCallable call) {
    return assertThatThrownBy(call).satisfies(thrown -> hasCode(code, thrown));
  }

  /** Returns the failure of the call, which has the code. */
  public static AdkException failure(ErrorCode code, ThrowingCallable call) {
    AdkException failure = catchThrowableOfType(AdkException.class, call);
    hasCode(code, failure);
    return failure;
  }

  public static void hasCode(ErrorCode code, Throwable thrown) {
    assertThat(thrown).isInstanceOf(AdkException.class);
    assertThat(((AdkException) thrown).errorCode()).isEqualTo(code);
  }

  /** Waits in a place where no signature lets it. */
  public static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      raise(e);
    }
  }

  public static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      raise(e);
    }
  }
}
