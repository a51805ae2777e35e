package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code kill -9} of processes at each step of a durable turn. */
@Timeout(600)
class DurableCrashTests extends KilledProcesses {

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aKillInAToolLosesNothingAndDoublesNothing(DatabaseKind kind) throws Exception {
    kill(kind, "tool 1", 1, 1, 3);
  }

  @Nested
  @Tag("slow")
  class AtEachStep {

    @ParameterizedTest
    @CsvSource({
      "H2, accepted, 2, 0, 3",
      "POSTGRES, accepted, 2, 0, 3",
      "POSTGRES, take, 2, 0, 3",
      "POSTGRES, input, 2, 0, 3",
      "POSTGRES, model, 2, 0, 3",
      "POSTGRES, ask, 2, 0, 3",
      "POSTGRES, before tool 1, 1, 1, 2",
      "POSTGRES, done, 1, 1, 3",
      "POSTGRES, start, 1, 0, 3",
      "POSTGRES, tool 2, 1, 2, 3",
      "H2, flush, 1, 3, 3",
      "POSTGRES, flush, 1, 3, 3",
      "POSTGRES, advance, 1, 3, 3",
      "POSTGRES, second model, 1, 0, 3",
      "POSTGRES, output, 0, 0, 3",
      "H2, finish, 0, 0, 3",
      "POSTGRES, finish, 0, 0, 3",
    })
    void losesNothingAndDoublesNothing(
        DatabaseKind kind, String place, int asked, int unknown, int paid) throws Exception {
      kill(kind, place, asked, unknown, paid);
    }

    /** The message to the turn is sent again by the second process, which cannot know. */
    @ParameterizedTest
    @CsvSource({
      "POSTGRES, unread",
      "POSTGRES, read",
      "POSTGRES, ask",
      "H2, tool 1",
      "POSTGRES, tool 1",
      "H2, finish",
      "POSTGRES, finish"
    })
    void aKillLosesNoMessageToTheTurn(DatabaseKind kind, String place) throws Exception {
      address = Address.of(kind, directory);
      ForkedAgent first = process("steer", place);
      first.until("STOPPED");
      first.kill();

      ForkedAgent next = process("steer and say", "never");
      assertThat(next.until("ENDED ")).isEqualTo("false COMPLETED Paid 3.");
      next.kill();

      try (TestDatabase database = address.open(2)) {
        assertThat(database.history())
            .startsWith("user Pay.", "user And hurry.", "assistant I will.");
        assertThat(database.history()).hasSize(7);
        assertThat(database.query("select mail_sent, mail_read from adk_waiting_turn"))
            .containsExactly("1|1");
      }
    }
  }

  /** The other places of H2. */
  @Nested
  @Tag("soak")
  class Elsewhere {

    @ParameterizedTest
    @CsvSource({
      "H2, take, 2, 0, 3",
      "H2, input, 2, 0, 3",
      "H2, model, 2, 0, 3",
      "H2, ask, 2, 0, 3",
      "H2, before tool 1, 1, 1, 2",
      "H2, done, 1, 1, 3",
      "H2, start, 1, 0, 3",
      "H2, tool 2, 1, 2, 3",
      "H2, advance, 1, 3, 3",
      "H2, second model, 1, 0, 3",
      "H2, output, 0, 0, 3",
    })
    void losesNothingInH2(DatabaseKind kind, String place, int asked, int unknown, int paid)
        throws Exception {
      kill(kind, place, asked, unknown, paid);
    }
  }

  /**
   * @param place where the first process dies: in a method of the store before it does anything, or
   *     in code of the turn
   * @param asked how often the model of the second one is asked
   * @param unknown the payment whose outcome nobody knows; 0 for none
   * @param paid how many payments were made in the end
   */
  private void kill(DatabaseKind kind, String place, int asked, int unknown, int paid)
      throws Exception {
    address = Address.of(kind, directory);
    ForkedAgent first = process("send", place);
    first.until("STOPPED");
    first.kill();

    ForkedAgent next = process("go on", "never");
    assertThat(next.until("ENDED ")).isEqualTo("false COMPLETED Paid 3.");
    next.kill();

    assertThat(next.said).filteredOn(line -> line.startsWith("MODEL")).hasSize(asked);
    assertThat(next.said).noneMatch(line -> line.startsWith("ERROR"));
    assertThat(paid()).doesNotHaveDuplicates().hasSize(paid);
    try (TestDatabase database = address.open(2)) {
      assertThat(database.history())
          .containsExactly(
              "user Pay.",
              "assistant I will.",
              "pay " + (unknown == 1 ? "failed" : "done"),
              "pay " + (unknown == 2 ? "failed" : "done"),
              "pay " + (unknown == 3 ? "failed" : "done"),
              "assistant Paid 3.");
      assertThat(database.query("select state, lane from adk_waiting_turn"))
          .containsExactly("completed|null");
    }
  }

  private ForkedAgent process(String doing, String stopAt) throws Exception {
    return process(DurableProcess.class, bank().toString(), doing, stopAt);
  }
}
