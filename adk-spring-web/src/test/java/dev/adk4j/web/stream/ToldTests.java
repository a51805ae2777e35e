package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredEvent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToldTests {

  private static final StoredEvent HEL = new StoredEvent(1, "message", "m1", "Hel");
  private static final StoredEvent WHOLE =
      event(2, "message", "{\"id\":\"m1\",\"delta\":\"lo\",\"complete\":true}");
  private static final StoredEvent ITERATION = event(3, "iterationEnd", "{\"iteration\":0}");

  private static StoredEvent event(long seq, String name, String data) {
    return new StoredEvent(seq, name, null, data);
  }

  private static Message message(String id, String text) {
    return Message.assistant(id, text, Instant.EPOCH);
  }

  @Test
  void knowsWhatIsLeftOfAText() {
    Told told = Told.of(List.of(HEL));

    assertThat(told.isWhole("m1")).isFalse();
    assertThat(told.rest(message("m1", "Hello"))).isEqualTo("lo");
    assertThat(told.rest(message("m1", "Goodbye"))).isNull();
    assertThat(told.rest(message("m2", "Hi"))).isEqualTo("Hi");
    assertThat(Told.of(List.of(HEL, WHOLE)).isWhole("m1")).isTrue();
  }

  @Test
  void takesBackOnlyWhatWasToldSinceAnIterationEnded() {
    StoredEvent more = new StoredEvent(4, "thought", "t1", "Hm");
    StoredEvent call = event(5, "toolCall", "{\"id\":\"c1\"}");

    Told told = Told.of(List.of(HEL, WHOLE, ITERATION, more, call));

    assertThat(told.unsettled).containsExactlyInAnyOrder("t1", "c1");
    assertThat(told.next).isEqualTo(1);
    assertThat(told.isSettled()).isFalse();
    assertThat(Told.of(List.of(HEL, WHOLE, ITERATION)).isSettled()).isTrue();
  }

  @Test
  void forgetsWhatIsVoid() {
    Told told = Told.of(List.of(HEL, event(9, "reset", "{\"ids\":[\"m1\"]}")));

    assertThat(told.revoked).containsExactly("m1");
    assertThat(told.unsettled).isEmpty();
    assertThat(told.rest(message("m1", "Again"))).isEqualTo("Again");
  }

  @Test
  void findsWhereATurnWaitedForAGate() {
    Told told =
        Told.of(
            List.of(
                event(1, "turnGateOpen", "{\"ref\":\"g1\"}"),
                ITERATION,
                event(4, "waiting", "{\"gates\":[\"g1\"]}"),
                event(5, "turnGateOpen", "{\"ref\":\"g2\"}")));

    assertThat(told.waitingFor("g1")).isEqualTo(4);
    assertThat(told.waitingFor("g2")).isEqualTo(5);
    assertThat(told.waitingFor("g3")).isZero();
  }
}
