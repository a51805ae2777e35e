package dev.adk4j.primitive;

import static dev.adk4j.error.AdkErrorCode.E_INVALID_INITIAL_MEMORY_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryTests {

  private static final Map<String, Object> VALID =
      Samples.map(
          "{'id': 'm', 'content': 'c', 'confidence': 0.5, 'importance': 1, 'createdAt': '2024-01-01', 'updatedAt': 0}");

  private static List<String> wrong(ThrowingCallable call) {
    return Samples.violations(E_INVALID_INITIAL_MEMORY_VALUE, call);
  }

  @Test
  void scoresAreConvertedFromNumericText() {
    assertThat(Memory.fromMap(Samples.with(VALID, "confidence", " 1e-1 ")).confidence())
        .isEqualTo(0.1);
    assertThat(Memory.fromMap(Samples.with(VALID, "importance", "0.5")).importance())
        .isEqualTo(0.5);
    assertThat(Double.compare(Samples.memory().importance(-0.0).build().importance(), 0.0))
        .isZero();
  }

  static List<Object> noShares() {
    return Arrays.asList(
        null,
        "",
        " ",
        "x",
        "0x1",
        "1e",
        -0.1,
        1.1,
        Double.NaN,
        Float.POSITIVE_INFINITY,
        true,
        "NaN",
        "1".repeat(10_000),
        List.of(1),
        "١");
  }

  @ParameterizedTest
  @MethodSource("noShares")
  void refusesOtherScores(Object value) {
    for (String name : List.of("confidence", "importance")) {
      assertThat(wrong(() -> Memory.fromMap(Samples.with(VALID, name, value))))
          .containsExactly("$." + name);
    }
  }

  @Test
  void scoresAreNeverFilledIn() {
    assertThat(wrong(() -> Memory.builder().id("m").content("c").createdAt(0).updatedAt(0).build()))
        .containsExactly("$.confidence", "$.importance");
    assertThat(wrong(() -> Samples.memory().confidence(Double.NaN).build()))
        .containsExactly("$.confidence");
  }

  @Test
  void contentIsText() {
    assertThat(wrong(() -> Memory.fromMap(Samples.with(VALID, "content", 5))))
        .containsExactly("$.content");
    assertThat(Samples.memory().content("   ").build().content().value()).isEqualTo("   ");
  }
}
