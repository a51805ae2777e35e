package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TicketRequest;
import dev.adk4j.stored.Tickets;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TicketsInDatabaseTests extends OnEachDatabase {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  @Test
  void oneOfManyValuesCountsInAnyProcess() throws Exception {
    GateService one = opened(GateService.of(JdbcTurnStore.of(database.dataSource())));
    GateService two = opened(GateService.of(JdbcTurnStore.of(database.dataSource())));
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      TicketRequest asked =
          new TicketRequest(
              "call-1",
              "payment",
              JsonSchema.parse("{\"type\":\"integer\"}").json(),
              Instant.now().plusSeconds(3600));
      GateRecord ticket = open(one, asked);
      assertThat(open(two, asked).ref()).isEqualTo(ticket.ref());
      AtomicInteger won = new AtomicInteger();
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        int value = i;
        Tickets tickets = Tickets.of(i % 2 == 0 ? one : two);
        all.add(
            threads.submit(
                () -> {
                  try {
                    tickets.complete("acme", ticket.ref(), value);
                    won.incrementAndGet();
                  } catch (AdkException e) {
                    assertThat(AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)).isTrue();
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      assertThat(won).hasValue(1);
      GateRecord done =
          Tickets.of(two.store(), "acme", "turn-1", "call-1", ticket.ref()).orElseThrow();
      assertThat(Tickets.outcome(two.store(), done).value()).containsOnlyDigits();
    }
  }

  private static GateRecord open(GateService gates, TicketRequest asked) {
    return gates.store().openGate(asked.opening(SCOPE, "turn-1", Instant.now())).gate();
  }
}
