package dev.adk4j.primitive;

import static dev.adk4j.error.AdkErrorCode.E_INVALID_INITIAL_IDENTITY_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdentityTests {

  @Test
  void keepsTextsAndNumbersApart() {
    assertThat(Identity.of("bob").identifier()).isEqualTo("bob");
    assertThat(Identity.of("bob").representation().value()).isEqualTo("bob");
    assertThat(Identity.of(42, "Bob").identifier()).isEqualTo(42L);
    assertThat(Identity.of("42", "Bob").identifier()).isEqualTo("42");
    assertThat(Identity.of("42", "Bob").sameContentAs(Identity.of(42, "Bob"))).isFalse();
    assertThat(
            Identity.fromJson(Json.read("{\"identifier\":42.0,\"representation\":\"Bob\"}"))
                .identifier())
        .isEqualTo(42L);
    assertThat(
            Identity.fromJson(Json.read("{\"identifier\":-1.5,\"representation\":\"Bob\"}"))
                .identifier())
        .isEqualTo(-1.5);
    assertThat(Identity.fromJson(Json.read("\"bob\"")).sameContentAs(Identity.of("bob"))).isTrue();
  }

  @Test
  void keepsAGivenTokenizable() {
    Tokenizable name = Tokenizable.of("");
    assertThat(Identity.of("id", name).representation()).isSameAs(name);
    assertThat(
            Identity.fromMap(Map.of("identifier", "id", "representation", name)).representation())
        .isSameAs(name);
  }

  static List<Object> wrongIdentifiers() {
    return Arrays.asList(
        null,
        "",
        true,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        1L << 53,
        Long.MIN_VALUE,
        new BigDecimal("1e400"),
        BigInteger.TWO.pow(60),
        List.of(),
        Map.of(),
        'c');
  }

  @ParameterizedTest
  @MethodSource("wrongIdentifiers")
  void refusesOtherIdentifiers(Object identifier) {
    Map<String, Object> map =
        Samples.with(Map.of("representation", "Bob"), "identifier", identifier);
    assertThat(Samples.violations(E_INVALID_INITIAL_IDENTITY_VALUE, () -> Identity.fromMap(map)))
        .containsExactly("$.identifier");
  }

  @Test
  void namesAllViolations() {
    assertThat(
            Samples.violations(E_INVALID_INITIAL_IDENTITY_VALUE, () -> Identity.fromMap(Map.of())))
        .containsExactlyInAnyOrder("$.identifier", "$.representation");
    Map<String, Object> map = Map.of("identifier", 1, "representation", 7, "extra", 1);
    assertThat(Samples.violations(E_INVALID_INITIAL_IDENTITY_VALUE, () -> Identity.fromMap(map)))
        .containsExactly("$.representation", "$.extra");
    assertThat(Samples.violations(E_INVALID_INITIAL_IDENTITY_VALUE, () -> Identity.of("")))
        .hasSize(2);
  }

  @Test
  void theLargestSafeNumberIsAccepted() {
    assertThat(Identity.of((1L << 53) - 1, "x").identifier()).isEqualTo(9007199254740991L);
  }

  @Test
  void isEqualOnlyToItself() {
    assertThat(Identity.of("a")).isNotEqualTo(Identity.of("a"));
  }
}
