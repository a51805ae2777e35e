package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.internal.properties.LlmProperties;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.dialect.AnswerMode;
import dev.adk4j.springai.dialect.CacheMarks;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.mock.env.MockEnvironment;

/** Each property has a value of its own, so that none can stand for another. */
class LlmOptionsTests {

  private final MockEnvironment environment = new MockEnvironment();

  @Test
  void theTimeOutsAndTheWindowComeFromTheProperties() {
    set("first-response-timeout", "7s");
    set("stream-idle-timeout", "8s");
    set("token-encoding", "o200k_base");
    set("context-window", "9000");
    set("answer-mode", "tool");
    set("parallel-tools", "3");
    set("cache-marks", "long");

    LlmExecutorOptions options = options();
    assertThat(options.firstResponseTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(options.streamIdleTimeout()).isEqualTo(Duration.ofSeconds(8));
    assertThat(options.tokenEncoding()).isEqualTo("o200k_base");
    assertThat(options.contextWindow()).isEqualTo(9000);
    assertThat(options.answerMode()).isEqualTo(AnswerMode.TOOL);
    assertThat(options.parallelTools()).isEqualTo(3);
    assertThat(options.cacheMarks()).isEqualTo(CacheMarks.LONG);
  }

  @Test
  void cacheMarksAreNoneShortOrLong() {
    assertThat(options().cacheMarks()).isEqualTo(CacheMarks.NONE);

    set("cache-marks", "forever");
    assertThatThrownBy(this::options).hasStackTraceContaining("must be none, short or long");
  }

  @Test
  void marksOfTheSameKeyAreTheSame() {
    set("envelope.nonce-key", "0123456789abcdef");
    assertThat(nonces().nonceFor(RecordKind.MESSAGE, "abc"))
        .isNotEqualTo("abc")
        .isEqualTo(nonces().nonceFor(RecordKind.MESSAGE, "abc"));
  }

  private void set(String name, String value) {
    environment.setProperty("adk.llm." + name, value);
  }

  private LlmProperties properties() {
    return Binder.get(environment).bindOrCreate("adk.llm", LlmProperties.class);
  }

  private LlmExecutorOptions options() {
    return LlmOptions.of(properties());
  }

  private NonceSource nonces() {
    return LlmOptions.nonces(properties().envelope());
  }
}
