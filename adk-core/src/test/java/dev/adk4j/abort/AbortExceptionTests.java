package dev.adk4j.abort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class AbortExceptionTests {

  @Test
  void abortExceptionIsTheAbortEvenWithoutOne() {
    assertThat(AbortException.matches(new AbortException("x"), false)).isTrue();
  }

  @Test
  void othersAreTheAbortOnlyWhileSomethingIsAborted() {
    AdkException gate = new AdkException(AdkErrorCode.E_TURN_GATE_ABORTED, "gate");
    for (Throwable thrown :
        new Throwable[] {gate, new CancellationException(), new InterruptedException()}) {
      assertThat(AbortException.matches(thrown, true)).isTrue();
      assertThat(AbortException.matches(thrown, false)).isFalse();
      AdkException wrapped = new AdkException(AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "tool", thrown);
      assertThat(AbortException.matches(wrapped, true)).isTrue();
      assertThat(AbortException.matches(wrapped, false)).isFalse();
      assertThat(AbortException.matches(new IllegalStateException(wrapped), true)).isFalse();
    }
  }

  @Test
  void anythingElseIsAFailure() {
    assertThat(AbortException.matches(new IOException("connection closed"), true)).isFalse();
    assertThat(
            AbortException.matches(
                new AdkException(AdkErrorCode.E_TURN_GATE_TIMEOUT, "late"), true))
        .isFalse();
  }
}
