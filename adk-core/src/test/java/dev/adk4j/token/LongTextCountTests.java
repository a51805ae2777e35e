package dev.adk4j.token;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LongTextCountTests {

  private static final EncodingRegistry EXACT = Encodings.newLazyEncodingRegistry();

  private static final String PROSE =
      "It's 12,345 o'clock; \"the quick brown fox\" isn't here.  Two  blanks,\n\ta tab é漢字😀 and"
          + " code: if (x != null) { return y[3] * 2.5e-7; } ### ÄÖÜ word word word\r\n\r\n";

  @ParameterizedTest
  @EnumSource(
      value = EncodingType.class,
      names = {"R50K_BASE", "P50K_BASE", "CL100K_BASE", "O200K_BASE"})
  void aLongTextIsCountedInPartsAsItIsCountedWhole(EncodingType encoding) {
    String text = PROSE.repeat(400);
    assertThat(TokenCounters.count(text, encoding.getName()))
        .isEqualTo(EXACT.getEncoding(encoding).countTokensOrdinary(text));
  }

  @Test
  void aRunWithoutBlanksIsOffByATokenOrTwoForEachPart() {
    String text = "漢字仮名交じり文".repeat(5_000);
    int exact = EXACT.getEncoding(EncodingType.O200K_BASE).countTokensOrdinary(text);
    assertThat(TokenCounters.count(text, "o200k_base"))
        .isBetween(exact - 2 * text.length() / 4_096, exact + 2 * text.length() / 4_096);
  }

  @Test
  void countingALongTextStopsWhenItIsInterrupted() throws Exception {
    String text = "漢字".repeat(20_000_000);
    CountDownLatch started = new CountDownLatch(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread counting =
        new Thread(
            () -> {
              started.countDown();
              try {
                TokenCounters.count(text, "o200k_base");
              } catch (Throwable e) {
                thrown.set(Thread.currentThread().isInterrupted() ? e : new AssertionError(e));
              }
            });
    counting.start();
    started.await();
    counting.interrupt();
    assertThat(counting.join(Duration.ofSeconds(20))).isTrue();
    assertThat(AdkException.is(thrown.get(), AdkErrorCode.E_TURN_ABORTED)).isTrue();
  }

  @Test
  void anInterruptedThreadStillCountsAShortText() {
    Thread.currentThread().interrupt();
    try {
      assertThat(TokenCounters.count("hello world", "o200k_base")).isEqualTo(2);
      assertFails(
          AdkErrorCode.E_TURN_ABORTED, () -> TokenCounters.count("漢字".repeat(5_000), "o200k_base"));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
