package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.GateService;
import dev.adk4j.test.gate.GateWaiter;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Gates that wait where there are few connections. */
@Timeout(600)
class GateInSmallPoolTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");
  private static final GateActor BOSS = GateActor.of("boss", "acme");

  @ParameterizedTest(name = "{1} of {0}")
  @CsvSource({"postgres,1", "postgres,2", "h2,1"})
  void whoeverWaitsHoldsNoConnectionThatOthersNeed(String kind, int connections) throws Exception {
    try (TestDatabase database = open(kind, connections).withTables()) {
      Counting counting = new Counting(database.dataSource());
      try (GateService gates = GateService.of(JdbcTurnStore.of(counting))) {
        for (int i = 0; i < 3; i++) {
          GateWaiter<String> waiter =
              GateWaiter.start(
                  gates,
                  SCOPE,
                  GateRequest.of("g" + i, "tool_approval", null)
                      .schema(GateSchema.instanceOf(String.class)));
          counting.askedByTheWatch();

          gates.settle(waiter.ref(), BOSS, GateDecision.resolve("yes"));

          assertThat(waiter.value()).isEqualTo("yes");
        }
      }
      assertThat(counting.second.get()).as("asked for while one was held").isZero();
      assertThat(counting.refused.get()).as("waited for in vain").isZero();
    }
  }

  private static TestDatabase open(String kind, int connections) throws Exception {
    if (kind.equals("h2")) {
      return TestDatabase.impatient(
          "jdbc:h2:mem:gates-" + connections + ";DB_CLOSE_DELAY=-1", "sa", "", connections, 20_000);
    }
    PostgresServer server = PostgresServer.get().newDatabase();
    return TestDatabase.impatient(
        server.url(), server.user(), server.password(), connections, 20_000);
  }

  /** Counts connections that one thread asks for while it holds another. */
  private static final class Counting extends DelegatingDataSource {

    private final ThreadLocal<Integer> held = ThreadLocal.withInitial(() -> 0);
    private final AtomicInteger second = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger watched = new AtomicInteger();

    Counting(DataSource pool) {
      super(pool);
    }

    /** Waits until the thread that looks for decisions had a connection. */
    void askedByTheWatch() {
      org.awaitility.Awaitility.await()
          .atMost(java.time.Duration.ofMinutes(2))
          .until(() -> watched.get() > 0);
    }

    @Override
    public Connection getConnection() throws SQLException {
      if (held.get() > 0) {
        second.incrementAndGet();
      }
      Connection connection;
      try {
        connection = super.getConnection();
      } catch (SQLException e) {
        refused.incrementAndGet();
        throw e;
      }
      if (Thread.currentThread().getName().equals("adk-gate-watch")) {
        watched.incrementAndGet();
      }
      held.set(held.get() + 1);
      return (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, args) -> {
                if (method.getName().equals("close")) {
                  held.set(held.get() - 1);
                }
                try {
                  return method.invoke(connection, args);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }
}
