package dev.adk4j.durable.dbscheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.adk4j.jdbc.DatabaseKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Random histories of three processes, step by step: accepted, begun, flushed, died, paused, gone
 * to rest, settled, stopped. Holds in all of them: one writer of a turn at a time, each tool's
 * effect at most once, a conversation's turns in order, nothing lost, nothing sleeps for ever.
 *
 * <p>A seed of a failure is tried again with {@code -Dadk.interleavings.seed=…}, more of them with
 * {@code -Dadk.interleavings.seconds=…}.
 */
@Tag("slow")
@Timeout(700)
class InterleavingTests {

  private static final Logger ROOT = (Logger) LoggerFactory.getLogger("ROOT");
  private static final Logger OURS = (Logger) LoggerFactory.getLogger("dev.adk4j");
  private static Level ofRoot;
  private static @Nullable Level ofOurs;
  private static Thread.@Nullable UncaughtExceptionHandler uncaught;

  /** Processes that die have much to say. */
  @BeforeAll
  static void silence() {
    ofRoot = ROOT.getLevel();
    ofOurs = OURS.getLevel();
    ROOT.setLevel(Level.OFF);
    OURS.setLevel(Level.OFF);
    uncaught = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          if (!(failure instanceof Stepper.Killed)) {
            failure.printStackTrace();
          }
        });
  }

  @AfterAll
  static void speak() {
    ROOT.setLevel(ofRoot);
    OURS.setLevel(ofOurs);
    Thread.setDefaultUncaughtExceptionHandler(uncaught);
  }

  @ParameterizedTest
  @CsvSource({"H2, 12", "POSTGRES, 8"})
  void everyHistoryHolds(DatabaseKind kind, int seconds) {
    assumeTrue(System.getProperty("adk.interleavings.without") == null);
    try (SteppedDatabase database = new SteppedDatabase(kind, TakenOut.NOTHING)) {
      Found found = search(database, seconds);
      assertThat(found.wrong).as(found.where).isNull();
    }
  }

  /**
   * So each of them is needed, and the histories are such that it is missed. Most are missed within
   * seconds; some only in one history of a hundred, and a busy machine runs one a second.
   */
  @Tag("soak")
  @ParameterizedTest
  @EnumSource(value = TakenOut.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void someHistoryFailsWithout(TakenOut takenOut) {
    assumeTrue(takenOut.name().matches(System.getProperty("adk.interleavings.without", ".*")));
    try (SteppedDatabase database = new SteppedDatabase(takenOut.kind(), takenOut)) {
      Found found = search(database, 600);
      assertThat(found.wrong).as(found.where).isNotNull();
    }
  }

  private record Found(@Nullable String wrong, String where) {}

  private static Found search(SteppedDatabase database, int seconds) {
    Long only = Long.getLong("adk.interleavings.seed");
    long first = only == null ? Long.getLong("adk.interleavings.first", System.nanoTime()) : only;
    long most = Integer.getInteger("adk.interleavings.seconds", seconds);
    long end = System.nanoTime() + Duration.ofSeconds(most).toNanos();
    int histories = 0;
    Interleaving history;
    String wrong;
    do {
      history = new Interleaving(database, first + histories++);
      wrong = history.run(only == null ? end : Long.MAX_VALUE);
    } while (wrong == null && only == null && System.nanoTime() < end);
    String where =
        "%d histories on %s from seed %d%s\n"
            .formatted(
                histories, database, first, wrong == null ? "" : ", the last one went wrong");
    System.out.print(where + (wrong == null ? "" : wrong.lines().findFirst().orElseThrow() + "\n"));
    return new Found(wrong, where + String.join("\n", history.trace()) + "\n");
  }
}
