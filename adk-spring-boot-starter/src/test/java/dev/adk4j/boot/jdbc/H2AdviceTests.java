package dev.adk4j.boot.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2AdviceTests {

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:h2:file:/var/lib/app/data", "jdbc:h2:~/app/data"})
  void soundAddressesPass(String url) {
    assertThat(H2Advice.warnings(url, "0", false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:h2:mem:test", "jdbc:h2:zip:data.zip!/test"})
  void placesWithoutAFileToWritePass(String url) {
    assertThat(H2Advice.warnings(url, "500", true)).isEmpty();
  }

  @Test
  void warnsOfDelayedWritesEarlyCloseAndRelativePaths() {
    assertThat(H2Advice.warnings("jdbc:h2:file:./data/agent", "500", true))
        .hasSize(3)
        .anySatisfy(w -> assertThat(w).contains(";DB_CLOSE_ON_EXIT=FALSE"))
        .anySatisfy(w -> assertThat(w).contains(";WRITE_DELAY=0"))
        .anySatisfy(w -> assertThat(w).contains("working directory"));
    assertThat(H2Advice.warnings("jdbc:h2:/data/agent", "500", false)).hasSize(1);
    assertThat(H2Advice.warnings("jdbc:h2:/data/agent", null, false)).hasSize(1);
  }
}
