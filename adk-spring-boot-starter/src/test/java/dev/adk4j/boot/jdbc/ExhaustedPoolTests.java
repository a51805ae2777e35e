package dev.adk4j.boot.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WhileWaiting;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A caller whose own transaction holds the last connection is refused for that, not for the
 * connection that a look at the conversation would take.
 */
@Timeout(300)
class ExhaustedPoolTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c-1");

  private final LastConnection pool = new LastConnection();

  private final ContextStarter runner =
      ContextStarter.of(
              AdkJdbcStorageAutoConfiguration.class,
              AdkGatesAutoConfiguration.class,
              AdkStoredTurnsAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withBean(DataSource.class, () -> pool)
          .withBean(DispatchExecutor.class, () -> ScriptedExecutor.of(Script.empty().say("hello")))
          .withPropertyValues("adk.jdbc.schema=create-if-missing", "adk.storage.noop=tools");

  /** Ways to ask for a turn on this thread or another. */
  private enum Asks {
    SEND(talk -> talk.send("hi")),
    STREAM(talk -> talk.stream("hi").answer().join()),
    SUPERSEDE(talk -> talk.send("hi", options -> options.whileWaiting(WhileWaiting.SUPERSEDE))),
    QUEUE(talk -> talk.send("hi", options -> options.whileWaiting(WhileWaiting.QUEUE)));

    private final Consumer<Conversation> way;

    Asks(Consumer<Conversation> way) {
      this.way = way;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallerInATransactionIsRefusedWithoutAConnection(Asks asks) {
    runner.run(
        context -> {
          Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
          TransactionTemplate transaction =
              new TransactionTemplate(new DataSourceTransactionManager(pool));

          Throwable thrown =
              transaction.execute(
                  status -> {
                    pool.empty = true;
                    return catchThrowable(() -> asks.way.accept(talk));
                  });
          pool.empty = false;

          assertThat(pool.asked).hasValue(0);
          assertThat(AdkException.is(thrown, AdkErrorCode.E_TURN_IN_TRANSACTION))
              .as(String.valueOf(thrown))
              .isTrue();
        });
  }

  /** Messages that no state of a conversation makes valid. */
  private enum Refused {
    EMPTY(talk -> talk.send("")),
    STREAMED(talk -> talk.stream("")),
    DURABLE(talk -> talk.durable().send("")),
    LARGE(talk -> talk.send("x".repeat(2_000_000)));

    private final Consumer<Conversation> way;

    Refused(Consumer<Conversation> way) {
      this.way = way;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMessageThatIsNoneIsRefusedWithoutAConnection(Refused refused) {
    runner.run(
        context -> {
          Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
          pool.empty = true;
          Throwable thrown = catchThrowable(() -> refused.way.accept(talk));
          pool.empty = false;

          assertThat(pool.asked).hasValue(0);
          assertThat(thrown).isInstanceOf(AdkException.class);
          assertThat(AdkException.is(thrown, AdkErrorCode.E_STORAGE_UNAVAILABLE)).isFalse();
        });
  }

  /** Hands out nothing while it is empty, and counts how often a turn or its caller asked. */
  private static final class LastConnection extends AbstractDataSource {

    private final DataSource database =
        new DriverManagerDataSource("jdbc:h2:mem:exhausted;DB_CLOSE_DELAY=-1");

    private final Thread caller = Thread.currentThread();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean empty;

    @Override
    public Connection getConnection() throws SQLException {
      if (empty) {
        Thread asks = Thread.currentThread();
        if (asks == caller || asks.getName().startsWith("adk-turn-")) {
          asked.incrementAndGet();
        }
        throw new SQLTransientConnectionException("The pool is exhausted.");
      }
      return database.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return getConnection();
    }
  }
}
