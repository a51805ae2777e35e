package dev.adk4j.jdbc;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SqlErrorsTests {

  @Test
  void anH2SessionThatIsClosedUnderItsStatementIsGone() {
    SQLException stopped =
        new SQLException("General error", "HY000", 50000, new NullPointerException());
    assertThat(SqlErrors.isGone(stopped)).isTrue();
    assertThat(SqlErrors.translate("storing", stopped)).hasCode(AdkErrorCode.E_STORAGE_UNAVAILABLE);
  }

  @Test
  void otherInternalErrorsOfH2AreFailures() {
    SQLException wrong =
        new SQLException("General error", "HY000", 50000, new IllegalStateException("bug"));
    assertThat(SqlErrors.isUnavailable(wrong)).isFalse();
    assertThat(SqlErrors.translate("storing", wrong)).hasCode(StorageErrorCode.E_STORAGE_FAILED);
  }
}
