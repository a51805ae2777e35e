package dev.adk4j.value;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import org.junit.jupiter.api.Test;

class ScopeTests {

  @Test
  void theTenantHasADefaultAndNothingElse() {
    assertThat(Scope.DEFAULT).isEqualTo(Scope.of("default", null, null));
    assertThat(Scope.conversation("c")).isEqualTo(Scope.of("default", null, "c"));
  }

  @Test
  void emptyPartsAreRefusedTogether() {
    assertThatThrownBy(() -> new Scope("", "", ""))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.tenant")
        .hasMessageContaining("$.subject")
        .hasMessageContaining("$.conversation");
    assertThatThrownBy(() -> Scope.of(null, null, null)).isInstanceOf(AdkException.class);
  }

  @Test
  void missingPartsAreNamedWithTheRemedy() {
    assertFails(AdkErrorCode.E_STORAGE_SCOPE_MISSING, Scope.DEFAULT::requireConversation)
        .hasMessageContaining("conversation")
        .hasMessageContaining("ScopeResolver");
    assertThatThrownBy(Scope.DEFAULT::requireSubject).hasMessageContaining("subject");
  }

  @Test
  void withersChangeOnePart() {
    Scope scope = Scope.of("t", "s", "c");
    assertThat(scope.withTenant("u")).isEqualTo(Scope.of("u", "s", "c"));
    assertThat(scope.withSubject(null)).isEqualTo(Scope.of("t", null, "c"));
    assertThat(scope.withConversation("d").requireConversation()).isEqualTo("d");
    assertThat(scope.requireSubject()).isEqualTo("s");
  }
}
