package dev.adk4j.boot.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2DurabilityTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:file:/var/lib/app/data;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
        "jdbc:h2:~/app/data;MODE=PostgreSQL;write_delay=0;db_close_on_exit=false",
        "jdbc:h2:mem:test",
        "jdbc:h2:tcp://server/data",
        "jdbc:postgresql://server/app"
      })
  void soundAddressesPass(String url) {
    assertThat(H2Durability.warnings(url)).isEmpty();
  }

  @Test
  void warnsOfDelayedWritesEarlyCloseAndRelativePaths() {
    assertThat(H2Durability.warnings("jdbc:h2:file:./data/agent;DB_CLOSE_DELAY=-1"))
        .hasSize(3)
        .anySatisfy(w -> assertThat(w).contains(";DB_CLOSE_ON_EXIT=FALSE"))
        .anySatisfy(w -> assertThat(w).contains(";WRITE_DELAY=0"))
        .anySatisfy(w -> assertThat(w).contains("working directory"));
    assertThat(H2Durability.warnings("jdbc:h2:/data/agent;WRITE_DELAY=500;DB_CLOSE_ON_EXIT=FALSE"))
        .hasSize(1);
  }
}
