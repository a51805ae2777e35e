package dev.adk4j.token;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.AtOnce;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenizableTests {

  private record Context(String id) implements RenderContext {
    @Override
    public String turnId() {
      return id;
    }
  }

  private final AtomicInteger counted = new AtomicInteger();

  @BeforeEach
  void register() {
    TokenCounters.reset();
    TokenCounters.register(
        TokenCountersTests.counter(
            "counting",
            true,
            text -> {
              counted.incrementAndGet();
              return text.length();
            }));
  }

  @AfterEach
  void forget() {
    TokenCounters.reset();
  }

  @Test
  void returnsStaticText() {
    Tokenizable text = Tokenizable.of("hello world");
    assertThat(text.value()).isEqualTo("hello world");
    assertThat(text).hasToString("hello world");
    assertThat(text.render(new Context("c"))).isEqualTo("hello world");
    assertThat(text.isDynamic()).isFalse();
    assertThat(text.estimateTokens(TokenEncoding.CL100K_BASE)).isEqualTo(2);
    assertThat(text.estimateTokens("cl100k_base")).isEqualTo(2);
    assertThat(Tokenizable.estimateTokens("hello world", TokenEncoding.CL100K_BASE)).isEqualTo(2);
    assertThat(Tokenizable.estimateTokens("hello world", "cl100k_base")).isEqualTo(2);
    assertThat(Tokenizable.of("").estimateTokens(TokenEncoding.CLAUDE)).isZero();
    assertThat(text).isNotEqualTo(Tokenizable.of("hello world"));
  }

  @Test
  void nothingIsNoText() {
    assertThatThrownBy(() -> Tokenizable.of(null)).isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> Tokenizable.dynamic(null)).isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> Tokenizable.of("a").set((String) null))
        .isInstanceOf(AdkException.class);
  }

  @Test
  void countsAreKeptUntilTheTextIsSet() {
    Tokenizable text = Tokenizable.of("abc");
    assertThat(text.estimateTokens("counting")).isEqualTo(3);
    assertThat(text.estimateTokens("counting", new Context("c"))).isEqualTo(3);
    assertThat(counted).hasValue(1);
    text.set("abcd");
    assertThat(text.estimateTokens("counting")).isEqualTo(4);
    assertThat(counted).hasValue(2);
    assertThat(text.value()).isEqualTo("abcd");
  }

  @Test
  void anInstalledCounterVoidsEarlierEstimates() {
    Tokenizable text = Tokenizable.of("12345678");
    assertThat(text.estimateTokens(TokenEncoding.GEMINI)).isEqualTo(2);
    TokenCounters.installExact(TokenCountersTests.counter("gemini", true, t -> 9));
    assertThat(text.estimateTokens(TokenEncoding.GEMINI)).isEqualTo(9);
  }

  @Test
  void dynamicTextIsEvaluatedAtEachRead() {
    AtomicInteger runs = new AtomicInteger();
    Tokenizable text =
        Tokenizable.dynamic(
            ctx -> ctx.map(RenderContext::id).orElse("none") + runs.incrementAndGet());
    assertThat(text.isDynamic()).isTrue();
    assertThat(text.value()).isEqualTo("none1");
    assertThat(text.render(new Context("c"))).isEqualTo("c2");
    assertThat(text.render(null)).isEqualTo("none3");
  }

  @Test
  void dynamicCountsAreKeptByContextIdentity() {
    AtomicInteger runs = new AtomicInteger();
    Tokenizable text = Tokenizable.dynamic(ctx -> "x".repeat(runs.incrementAndGet()));
    Context one = new Context("same");
    Context equal = new Context("same");
    assertThat(text.estimateTokens("counting", one)).isEqualTo(1);
    assertThat(text.estimateTokens("counting", one)).isEqualTo(1);
    assertThat(text.estimateTokens("counting", equal)).isEqualTo(2);
    assertThat(text.estimateTokens("counting")).isEqualTo(3);
    assertThat(text.estimateTokens("counting", (RenderContext) null)).isEqualTo(3);
    assertThat(text.estimateTokens("counting", one)).isEqualTo(1);
    assertThat(runs).hasValue(3);
    text.set(ctx -> "long text");
    assertThat(text.estimateTokens("counting", one)).isEqualTo(9);
    text.set("fixed");
    assertThat(text.estimateTokens("counting", one)).isEqualTo(5);
    assertThat(text.isDynamic()).isFalse();
  }

  @Test
  void contextsAreNotKeptAlive() {
    Tokenizable text = Tokenizable.dynamic(ctx -> "x");
    List<WeakReference<Context>> contexts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Context context = new Context("c" + i);
      text.estimateTokens("counting", context);
      contexts.add(new WeakReference<>(context));
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              System.gc();
              return contexts.stream().allMatch(context -> context.get() == null);
            });
    assertThat(text.estimateTokens("counting", new Context("later"))).isEqualTo(1);
  }

  @Test
  void namesFailingEvaluators() {
    RuntimeException why = new IllegalStateException("why");
    Tokenizable throwing = Tokenizable.dynamic(ctx -> raise(why));
    assertFails(AdkErrorCode.E_TOKENIZABLE_EVALUATOR_INVALID, throwing::value)
        .hasMessageContaining("threw")
        .hasCause(why);
    assertFails(
            AdkErrorCode.E_TOKENIZABLE_EVALUATOR_INVALID,
            () -> Tokenizable.dynamic(ctx -> null).value())
        .hasMessageContaining("returned a non-string (null)");
    assertThatThrownBy(() -> Tokenizable.dynamic(untyped(42)).estimateTokens("counting"))
        .hasMessageContaining("returned a non-string (java.lang.Integer)");
    Tokenizable[] self = new Tokenizable[1];
    self[0] = Tokenizable.dynamic(ctx -> self[0].value());
    assertThatThrownBy(self[0]::value).isInstanceOf(AdkException.class);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Function<Optional<RenderContext>, String> untyped(Object value) {
    return (Function) ctx -> value;
  }

  @Test
  void textAndCountAreOfTheSameMomentWhateverTheRace() throws Exception {
    Tokenizable text = Tokenizable.of("a");
    AtOnce.run(
        4,
        t ->
            () -> {
              for (int i = 0; i < 20_000; i++) {
                if (t == 0) {
                  text.set("b".repeat(1 + i % 50));
                } else {
                  assertThat(text.estimateTokens(TokenEncoding.CLAUDE)).isBetween(1, 15);
                  assertThat(text.estimateTokens("counting")).isBetween(1, 50);
                }
              }
            });
    text.set("final");
    assertThat(text.estimateTokens("counting")).isEqualTo(5);
    assertThat(text.estimateTokens(TokenEncoding.CLAUDE)).isEqualTo(2);
  }

  @Test
  void aKnownCountAllocatesNothing() {
    Tokenizable text = Tokenizable.of("hello world");
    long sum = 0;
    for (int i = 0; i < 50_000; i++) {
      sum += text.estimateTokens(TokenEncoding.O200K_BASE) + text.estimateTokens("o200k_base");
    }
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100_000; i++) {
      sum += text.estimateTokens(TokenEncoding.O200K_BASE) + text.estimateTokens("o200k_base");
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(sum).isEqualTo(600_000);
    assertThat(allocated).isLessThan(100_000);
  }
}
