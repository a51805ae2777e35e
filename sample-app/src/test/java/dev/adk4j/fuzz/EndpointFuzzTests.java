package dev.adk4j.fuzz;

import dev.adk4j.sample.SampleApplication;
import dev.adk4j.stored.TurnStore;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Spoiled requests to every JSON endpoint of the library and of the sample: no server error, no
 * view of the inside, no hang. {@code -Dadk.fuzz.seed=} replays a run, {@code -Dadk.fuzz.seconds=}
 * says how long each application is attacked.
 */
@Tag("slow")
class EndpointFuzzTests {

  @TempDir private Path directory;

  @Test
  void libraryRefusesInvalidRequestsOnly() throws Exception {
    fuzzLibrary(15);
  }

  @Test
  void sampleRefusesInvalidRequestsOnly() throws Exception {
    fuzzSample(10);
  }

  @Test
  @Tag("soak")
  void theLibraryStandsForMinutes() throws Exception {
    fuzzLibrary(300);
  }

  @Test
  @Tag("soak")
  void theSampleStandsForMinutes() throws Exception {
    fuzzSample(300);
  }

  private static void fuzzLibrary(int seconds) throws Exception {
    try (LibraryApp app = new LibraryApp()) {
      Fuzzer.run(app.context, app.port, app.seeds(), time(seconds));
    }
  }

  private void fuzzSample(int seconds) throws Exception {
    try (ConfigurableApplicationContext sample =
        SpringApplication.run(
            SampleApplication.class,
            "--server.port=0",
            "--spring.datasource.url=jdbc:h2:file:"
                + directory.resolve("agent")
                + ";DB_CLOSE_ON_EXIT=FALSE",
            "--adk.limits.open-gates-per-subject=0",
            "--adk.limits.open-turns-per-subject=0",
            "--adk.limits.streams-per-subject=0",
            "--adk.limits.turns-per-hour=0",
            "--adk.limits.conversations-per-hour=0",
            "--sample.agent.delta-pause=0",
            "--adk.limits.gate-timeout=10s")) {
      int port = sample.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
      SampleSeeds seeds = new SampleSeeds(port, sample.getBean(TurnStore.class));
      Fuzzer.run(sample, port, seeds.seeds(), time(seconds));
    }
  }

  private static Duration time(int seconds) {
    return Duration.ofSeconds(Integer.getInteger("adk.fuzz.seconds", seconds));
  }
}
