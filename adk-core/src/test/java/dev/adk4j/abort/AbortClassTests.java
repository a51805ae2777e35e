package dev.adk4j.abort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class AbortClassTests {

  @Test
  void anAbortExceptionIsTheAbortAlsoWhereNothingIsAborted() {
    assertThat(AbortClass.matches(new AbortException("x"), false)).isTrue();
  }

  @Test
  void othersAreTheAbortOnlyWhileSomethingIsAborted() {
    AdkException gate = new AdkException(AdkErrorCode.E_TURN_GATE_ABORTED, "gate");
    for (Throwable thrown :
        new Throwable[] {gate, new CancellationException(), new InterruptedException()}) {
      assertThat(AbortClass.matches(thrown, true)).isTrue();
      assertThat(AbortClass.matches(thrown, false)).isFalse();
      AdkException wrapped = new AdkException(AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "tool", thrown);
      assertThat(AbortClass.matches(wrapped, true)).isTrue();
      assertThat(AbortClass.matches(wrapped, false)).isFalse();
      assertThat(AbortClass.matches(new IllegalStateException(wrapped), true)).isFalse();
    }
  }

  @Test
  void anythingElseIsAFailure() {
    assertThat(AbortClass.matches(new IOException("connection closed"), true)).isFalse();
    assertThat(AbortClass.matches(new AdkException(AdkErrorCode.E_TURN_GATE_TIMEOUT, "late"), true))
        .isFalse();
  }
}
