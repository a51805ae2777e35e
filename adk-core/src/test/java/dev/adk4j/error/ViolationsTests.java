package dev.adk4j.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

class ViolationsTests {

  @Test
  void allViolationsAreInOneExceptionAndInItsCause() {
    Violations violations =
        new Violations().required(null, "$.a").requiredText("", "$.b").optionalText(null, "$.c");
    AdkException e =
        catchThrowableOfType(
            AdkException.class,
            () -> violations.throwIfAny(AdkErrorCode.E_INVALID_INITIAL_MEMORY_VALUE));
    assertThat(e).hasMessageContaining("$.a is required; $.b must not be empty");
    assertThat(e.fatal()).isTrue();
    assertThat(e.getCause()).isInstanceOf(ValidationException.class);
    ValidationException cause = (ValidationException) e.getCause();
    assertThat(cause.violations()).extracting(Violation::path).containsExactly("$.a", "$.b");
    assertThat(cause.status()).isEqualTo(422);
    assertThat(cause).hasMessage("$.a is required and $.b must not be empty");
  }

  @Test
  void theMessageNamesABoundedNumber() {
    Violations violations = new Violations();
    for (int i = 0; i < 100_000; i++) {
      violations.add(Violation.element("$.list", i), "type", "must be text");
    }
    AdkException e =
        catchThrowableOfType(
            AdkException.class, () -> violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION));
    assertThat(e.getMessage()).hasSizeLessThan(5_000).contains("99950 more");
    assertThat(((ValidationException) e.getCause()).violations()).hasSize(100_000);
  }

  @Test
  void pathsQuoteAndShortenKeys() {
    assertThat(Violation.member("$", "name")).isEqualTo("$.name");
    assertThat(Violation.member("$", "it's")).isEqualTo("$['it\\'s']");
    assertThat(Violation.member("$", "\n\ud800")).isEqualTo("$['\\u000a\\ud800']");
    assertThat(Violation.member("$", "k".repeat(1_000_000))).hasSizeLessThan(80);
    assertThat(Violation.member(Violation.element("$.list", 3), "")).isEqualTo("$.list[3]['']");
  }
}
