package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.abort.Subscription;
import dev.adk4j.stored.StoredEvent;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.EventSource.Reading;
import dev.adk4j.web.stream.StoredSource.Until;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StoredSourceTests {

  private final List<StoredEvent> told =
      new ArrayList<>(List.of(new StoredEvent(1, "turnGateOpen", null, "{\"ref\":\"g\"}")));

  private final StoredTurn turn =
      StoredTurn.of(
          Scope.of("acme", "ann", "c"),
          "t",
          null,
          new StoredTurn.Acceptance(JsonValue.parse("[]"), null, "", 0),
          Instant.EPOCH);

  /** A person may decide before the process of the turn has told that it waits. */
  @Test
  void aRunAfterADecisionDoesNotEndWithTheWaitForIt() throws Exception {
    StoredSource early = source("g");
    long after = early.waitingFor("g");
    told.add(new StoredEvent(2, Told.WAITING, null, "{\"gates\":[\"g\"]}"));
    told.add(new StoredEvent(3, "message", "m", "Done."));

    assertThat(after).isEqualTo(1);
    assertThat(source("g").waitingFor("g")).isEqualTo(2);
    assertThat(numbers(early.read(after, Duration.ZERO))).containsExactly(3L);
    assertThat(numbers(source("").read(after, Duration.ZERO))).containsExactly(2L, 3L);
  }

  @Test
  void whatIsToldSoFarEndsWithTheNewestEvent() throws Exception {
    StoredSource source = source("");

    assertThat(source.read(0, Duration.ZERO)).isInstanceOf(Reading.Events.class);
    assertThat(source.read(1, Duration.ZERO)).isEqualTo(new Reading.Events(List.of(), true));
  }

  private StoredSource source(String gate) {
    DurableEvents durable =
        new DurableEvents(new Log(), TurnStore.inMemory(), new EventJson(false), Duration.ZERO);
    return new StoredSource(durable, turn, Until.NOW, gate);
  }

  private static List<Long> numbers(Reading reading) {
    return ((Reading.Events) reading).events().stream().map(StreamEvent::number).toList();
  }

  /** A log of the events above. */
  private final class Log implements TurnLog {

    @Override
    public List<StoredEvent> read(String tenant, String turnId, long after, int most) {
      return told.stream().filter(event -> event.seq() > after).toList();
    }

    @Override
    public Writer writer(String tenant, String turnId, long token) {
      throw new AssertionError("nothing is written");
    }

    @Override
    public Subscription follow(
        String tenant, String turnId, long after, Consumer<List<StoredEvent>> reader) {
      throw new AssertionError("nothing is followed");
    }

    @Override
    public boolean end(String tenant, String turnId, long token, List<StoredEvent> last) {
      throw new AssertionError("nothing has ended");
    }

    @Override
    public int prune(Instant before) {
      return 0;
    }
  }
}
