package dev.adk4j.durable.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.abort.Subscription;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.CountingDataSource;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnEachDatabase;
import dev.adk4j.stored.StoredEvent;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Events of turns, from their writer to their readers. */
@Timeout(120)
class TurnEventStoreTests extends OnEachDatabase {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @BeforeEach
  void begin() {
    turn("t", "talk", "running", 1);
  }

  private void turn(String id, String conversation, String state, long updated) {
    database.execute(
        ("insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase,"
                + " iteration, token, attempt, results, created_at, updated_at) values ('acme',"
                + " '%s', '%s', 'ada', '%s', 'called', 1, 1, 1, '{}', 1, %d)")
            .formatted(id, conversation, state, updated));
  }

  private static TurnEventStore store(DataSource dataSource) {
    return TurnEventStore.of(dataSource, JdbcStorageOptions.DEFAULT, Duration.ofMillis(10));
  }

  private static String text(List<StoredEvent> events) {
    StringBuilder text = new StringBuilder();
    events.forEach(event -> text.append(event.data()));
    return text.toString();
  }

  @Test
  void writesAThousandPiecesInASecondWithFewStatements() throws Exception {

    CountingDataSource counting = new CountingDataSource(database.dataSource());
    TurnEventStore events = store(counting.dataSource());
    EventWriter writer = events.writer("acme", "t", 1);
    counting.forget();
    StringBuilder said = new StringBuilder();
    long start = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      // as a model would say it
      LockSupport.parkNanos(start + TimeUnit.MILLISECONDS.toNanos(i) - System.nanoTime());
      writer.piece("message", "m", i + " ");
      said.append(i).append(' ');
    }
    assertThat(writer.flush(PATIENCE)).isTrue();
    writer.close();
    assertThat(counting.sent()).hasSizeLessThanOrEqualTo(25);
    assertThat(text(events.read("acme", "t", 0, Integer.MAX_VALUE))).isEqualTo(said.toString());
  }

  @Test
  void doesNotHoldUpATurnThatIsFasterThanTheDatabase() throws Exception {
    TurnEventStore events = opened(store(database.dataSource()));
    try (Connection claim = database.dataSource().getConnection()) {
      claim.setAutoCommit(false);
      claim
          .createStatement()
          .execute("select 1 from adk_waiting_turn where turn_id = 't' for update");
      EventWriter writer = events.writer("acme", "t", 1);
      // the database does not answer meanwhile
      for (int i = 0; i < 10_000; i++) {
        writer.piece("message", "m", "x");
        writer.append("toolCall", "{}");
      }
      assertThat(writer.flush(Duration.ofMillis(100))).isFalse();
      claim.rollback();
      assertThat(writer.flush(PATIENCE)).isTrue();
      assertThat(events.read("acme", "t", 0, Integer.MAX_VALUE)).hasSize(20_000);
      assertThat(database.count("select count(*) from adk_turn_event")).isLessThan(200);
      writer.close();
    }
  }

  /** Whoever is cut off anywhere reads the same as somebody who never was. */
  @Test
  void tellsLiveAndLaterReadersTheSame() throws Exception {
    TurnEventStore events = opened(store(database.dataSource()));
    TurnEventStore elsewhere = opened(store(database.dataSource()));

    List<StoredEvent> live = new CopyOnWriteArrayList<>();
    Subscription reader = elsewhere.follow("acme", "t", 0, live::addAll);
    EventWriter writer = events.writer("acme", "t", 1);
    for (int i = 0; i < 30; i++) {
      writer.append("thought", "\u0000 \ud800 \u0010 ü " + i);
      writer.piece("message", "m", "a");
      writer.piece("message", "m", "b");
      writer.piece("message", "n", "c");
      if (i % 7 == 0) {
        assertThat(writer.flush(PATIENCE)).isTrue();
      }
    }
    assertThat(writer.flush(PATIENCE)).isTrue();
    writer.close();
    List<StoredEvent> all = events.read("acme", "t", 0, Integer.MAX_VALUE);
    await().until(() -> live.size() == all.size());
    reader.close();

    assertThat(live).isEqualTo(all);
    assertThat(all.getFirst())
        .isEqualTo(new StoredEvent((1L << 32) + 1, "thought", null, "\u0000 \ud800 \u0010 ü 0"));
    assertThat(all).extracting(StoredEvent::seq).isSorted().doesNotHaveDuplicates();
    for (int seen = 0; seen < all.size(); seen++) {
      List<StoredEvent> rest = all.subList(seen + 1, all.size());
      assertThat(events.read("acme", "t", all.get(seen).seq(), Integer.MAX_VALUE)).isEqualTo(rest);
      List<StoredEvent> resumed = new CopyOnWriteArrayList<>();
      try (Subscription again =
          elsewhere.follow("acme", "t", all.get(seen).seq(), resumed::addAll)) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> resumed.size() == rest.size());
      }
      assertThat(resumed).isEqualTo(rest);
    }
  }

  @Test
  void showsNobodyWhatALostClaimWrites() throws Exception {
    TurnEventStore events = opened(store(database.dataSource()));

    List<StoredEvent> live = new CopyOnWriteArrayList<>();
    Subscription reader = events.follow("acme", "t", 0, live::addAll);
    EventWriter zombie = events.writer("acme", "t", 1);
    zombie.append("message", "before");
    assertThat(zombie.flush(PATIENCE)).isTrue();
    try (Connection claim = database.dataSource().getConnection()) {
      claim.setAutoCommit(false);
      claim.createStatement().execute("update adk_waiting_turn set token = 2 where turn_id = 't'");
      // on its way while the claim is not committed
      zombie.append("message", "late");
      assertThat(zombie.flush(Duration.ofMillis(200))).isFalse();
      claim.commit();
    }
    EventWriter taker = events.writer("acme", "t", 2);
    taker.append("reset", "{}");
    taker.append("message", "after");
    assertThat(taker.flush(PATIENCE)).isTrue();
    await().until(() -> zombie.flush(Duration.ZERO)); // it has learned of the other claim
    zombie.append("message", "later still");
    zombie.flush(PATIENCE);

    assertThat(events.read("acme", "t", 0, Integer.MAX_VALUE))
        .extracting(StoredEvent::data)
        .containsExactly("before", "{}", "after");
    await().until(() -> live.size() == 3);
    assertThat(live).isEqualTo(events.read("acme", "t", 0, Integer.MAX_VALUE));
    assertThat(live).extracting(StoredEvent::token).containsExactly(1L, 2L, 2L);
    reader.close();
    taker.close();
    zombie.close();
  }

  @Test
  void looksForNewsOfAllTurnsWithOneStatement() throws Exception {
    String[] turns = IntStream.range(0, 20).mapToObj(i -> "t" + i).toArray(String[]::new);
    for (String turn : turns) {
      turn(turn, "talk", "running", 1);
    }

    CountingDataSource counting = new CountingDataSource(database.dataSource());
    List<StoredEvent> live = new CopyOnWriteArrayList<>();
    try (TurnEventStore events = store(database.dataSource());
        TurnEventStore elsewhere =
            TurnEventStore.of(counting.dataSource(), JdbcStorageOptions.DEFAULT)) {
      for (String turn : turns) {
        elsewhere.follow("acme", turn, 0, live::addAll);
      }
      await().until(() -> counting.sent().size() > 21);
      counting.forget();
      long start = System.nanoTime();
      for (String turn : turns) {
        try (EventWriter writer = events.writer("acme", turn, 1)) {
          writer.append("message", turn);
        }
      }
      await().until(() -> live.size() == 20);
      await().until(() -> counting.sent().size() >= 5);
      long looks = Duration.ofNanos(System.nanoTime() - start).toMillis() / 100;
      assertThat(counting.sent()).hasSizeLessThanOrEqualTo((int) looks + 2);
    }
    int last = counting.sent().size();
    await().during(Duration.ofMillis(300)).until(() -> counting.sent().size() <= last + 1);
  }

  @Test
  void readsOnceForAThousandReadersOfATurn() throws Exception {
    CountingDataSource counting = new CountingDataSource(database.dataSource());
    AtomicInteger read = new AtomicInteger();
    try (TurnEventStore events = store(database.dataSource());
        TurnEventStore elsewhere =
            TurnEventStore.of(counting.dataSource(), JdbcStorageOptions.DEFAULT);
        EventWriter writer = events.writer("acme", "t", 1)) {
      for (int reader = 0; reader < 1_000; reader++) {
        elsewhere.follow("acme", "t", 0, news -> read.addAndGet(news.size()));
      }
      // each reads once from where it begins
      await().until(() -> counting.sent().size() > 1_000);
      long start = System.nanoTime();
      counting.forget();
      for (int event = 0; event < 20; event++) {
        writer.append("message", "piece " + event);
      }
      await().until(() -> read.get() == 20_000);
      long looks = Duration.ofNanos(System.nanoTime() - start).toMillis() / 100;
      assertThat(counting.sent()).hasSizeLessThanOrEqualTo((int) looks + 2);
    }
  }

  @Test
  void storesEachEventOnceWhereAnswersOfTheDatabaseAreLost() throws Exception {

    AtomicInteger asked = new AtomicInteger();
    DataSource broken =
        new DelegatingDataSource(database.dataSource()) {
          @Override
          public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return asked.incrementAndGet() % 3 == 0 ? losing(connection) : connection;
          }
        };
    TurnEventStore events = store(broken);
    List<String> said = new ArrayList<>();
    try (EventWriter writer = events.writer("acme", "t", 1)) {
      for (int i = 0; i < 12; i++) {
        writer.append("message", "" + i);
        said.add("" + i);
        assertThat(writer.flush(PATIENCE)).isTrue();
      }
    }
    assertThat(store(database.dataSource()).read("acme", "t", 0, Integer.MAX_VALUE))
        .extracting(StoredEvent::data)
        .isEqualTo(said);
  }

  /** A connection that breaks right after what it was asked for is done. */
  private static Connection losing(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            TurnEventStoreTests.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              if (method.getName().equals("prepareStatement")
                  && ((String) args[0]).startsWith("insert")) {
                PreparedStatement real = (PreparedStatement) method.invoke(connection, args);
                return Proxy.newProxyInstance(
                    TurnEventStoreTests.class.getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (inner, call, values) -> {
                      Object result = call.invoke(real, values);
                      if (call.getName().equals("executeUpdate")) {
                        if (!connection.getAutoCommit()) {
                          connection.commit();
                        }
                        throw new SQLException("gone", "08006");
                      }
                      return result;
                    });
              }
              return method.invoke(connection, args);
            });
  }

  @Test
  void endsAReaderThatFailsAndNoOther() throws Exception {
    TurnEventStore events = opened(store(database.dataSource()));

    AtomicInteger failed = new AtomicInteger();
    List<StoredEvent> live = new CopyOnWriteArrayList<>();
    events.follow(
        "acme",
        "t",
        0,
        news -> {
          failed.incrementAndGet();
          throw new IllegalStateException("no");
        });
    events.follow("acme", "t", 0, live::addAll);
    try (EventWriter writer = events.writer("acme", "t", 1)) {
      for (int i = 1; i <= 3; i++) {
        writer.append("message", "" + i);
        int all = i;
        await().until(() -> live.size() == all);
      }
    }
    assertThat(failed).hasValue(1);
  }

  @Test
  void prunesByAgeAndGoesWithItsTurn() throws Exception {
    TurnEventStore events = opened(store(database.dataSource()));

    database.execute("delete from adk_waiting_turn");
    turn("old", "talk", "completed", 1_000);
    turn("new", "talk", "completed", 5_000);
    turn("slow", "other", "waiting", 1_000);
    for (int i = 0; i < 150; i++) {
      turn("many-" + i, "talk", "failed", 1_000);
    }
    for (String id : database.query("select turn_id from adk_waiting_turn")) {
      try (EventWriter writer = events.writer("acme", id, 1)) {
        writer.append("message", "hi");
        assertThat(writer.flush(PATIENCE)).isTrue();
      }
    }
    assertThat(events.prune(Instant.ofEpochMilli(2_000))).isEqualTo(151);
    assertThat(events.prune(Instant.ofEpochMilli(2_000))).isZero();
    assertThat(database.query("select turn_id from adk_turn_event order by 1"))
        .containsExactly("new", "slow");

    database.execute(
        "insert into adk_conversation (tenant, conversation, subject, last_seq, created_at,"
            + " last_activity_at) values ('acme', 'talk', 'ada', 0, 1, 1)");
    AdkStorageAdmin.of(database.dataSource()).erase(new ErasureTarget.Conversation("acme", "talk"));
    assertThat(database.query("select turn_id from adk_turn_event")).containsExactly("slow");
  }
}
