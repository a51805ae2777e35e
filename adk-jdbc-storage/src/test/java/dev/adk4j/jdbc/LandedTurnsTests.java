package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.internal.Sha256;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Turns that version 0.1 stored, one in each state that is not final: each goes on to its end in a
 * database that was upgraded. The rows are in {@code landed/h2.sql} and {@code
 * landed/postgres.sql}; they are written once for a version, and never again. The tables are those
 * of the version's migrations, which never change.
 */
@Timeout(300)
class LandedTurnsTests {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The first migration that version 0.1 does not have. */
  private static final String NEXT = "V19__adk_decided_gates.sql";

  @ParameterizedTest
  @CsvSource({
    "H2, 9e82c493dc0415a9d4fc48ba5bd4fc186cc2bd5455f123b019522eba832cc2ee",
    "POSTGRES, c5db15be099f0ea92e97b17c67da72b163208705c2adf72bcabcb6ae725db9fc"
  })
  void migrationsOfTheVersionNeverChange(DatabaseKind kind, String digest) {
    try (TestDatabase database = kind.empty(1)) {
      assertThat(Sha256.hex(tables(database))).isEqualTo(digest);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goOnToTheirEnd(DatabaseKind kind) throws Exception {
    try (TestDatabase database = kind.empty(10)) {
      load(database, resource(kind));
      List<StoredTurn> before;
      try (LandedProcess process = LandedProcess.still(database, place -> {})) {
        before = process.open();
      }
      assertThat(before)
          .extracting(turn -> name(turn) + " " + turn.state() + " " + turn.phase())
          .containsExactlyInAnyOrder(
              "ready READY ACCEPTED",
              "queued READY ACCEPTED",
              "queued QUEUED ACCEPTED",
              "gate WAITING ASKED",
              "decided WAITING ASKED",
              "ticket WAITING ASKED",
              "sleep WAITING ASKED",
              "steered WAITING ASKED",
              "outer WAITING ASKED",
              "inner WAITING ASKED",
              "waits WAITING ASKED",
              "running RUNNING CALLED",
              "journal RUNNING ASKED");
      assertThat(database.query("select what from bank"))
          .containsExactlyInAnyOrder("ticket", "sleep", "running", "journal 1");

      try (LandedProcess process = LandedProcess.working(database)) {
        before.stream()
            .filter(turn -> turn.state() == State.WAITING)
            .forEach(turn -> process.decide(turn.turnId()));
        Awaitility.await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  process.sweep();
                  assertThat(process.open()).isEmpty();
                });
        assertThat(before)
            .extracting(turn -> name(turn) + ": " + answer(process, turn))
            .containsExactlyInAnyOrder(
                "ready: Done: paid ready",
                "queued: Done: paid first",
                "queued: Done: paid second",
                "gate: Done: paid gate",
                "decided: Done: paid decided",
                "ticket: Done: 4711",
                "sleep: Done: It is time",
                "steered: Done: paid steered, hurry, be careful",
                "outer: Done: Done: paid inner",
                "inner: Done: paid inner",
                "waits: Done: paid waits",
                "running: Done: paid running",
                "journal: Done: failed, paid journal 2");
      }
      assertThat(database.query("select what from bank"))
          .as("each tool has run once")
          .containsExactlyInAnyOrder(
              "ready",
              "first",
              "second",
              "gate",
              "decided",
              "ticket",
              "sleep",
              "steered",
              "inner",
              "waits",
              "running",
              "journal 1",
              "journal 2");
    }
  }

  /** Its conversation, which is one of its own for the turn within another. */
  private static String name(StoredTurn turn) {
    return turn.scope().outermost().equals(turn.scope())
        ? turn.scope().requireConversation()
        : "inner";
  }

  private static String answer(LandedProcess process, StoredTurn turn) {
    StoredTurn ended = process.store.find(LandedProcess.TENANT, turn.turnId()).orElseThrow();
    assertThat(ended.state()).as("%s", ended).isEqualTo(State.COMPLETED);
    String text = Objects.requireNonNull(ended.answer()).text();
    return text.replaceFirst("(It is time):.*", "$1");
  }

  private static String resource(DatabaseKind kind) throws IOException {
    return SchemaScript.resource("/" + file(kind));
  }

  private static String file(DatabaseKind kind) {
    return "landed/" + kind.name().toLowerCase(Locale.ROOT) + ".sql";
  }

  /** The statements of the version's migrations. */
  private static String tables(TestDatabase database) {
    String dialect = Dialect.of(database.dataSource(), new Names(null, "adk_")).id();
    String all = SchemaScript.read(dialect, "adk_");
    String next = SchemaScript.resource("/db/adk/" + dialect + "/" + NEXT);
    return all.substring(0, all.indexOf(next.replace("${prefix}", "adk_")))
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("--") && !line.startsWith("comment on"))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** As an upgrade without a tool does. */
  private static void load(TestDatabase database, String script) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      Dialect dialect = Dialect.of(database.dataSource(), new Names(null, "adk_"));
      SchemaScript.run(connection, dialect, tables(database) + script);
    }
    AdkSchema.of(database.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  /** Writes the resources of the code as it is. */
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  @EnabledIfSystemProperty(named = "adk.landed.write", matches = "true")
  void write(DatabaseKind kind) throws Exception {
    try (TestDatabase database = kind.withTables(10)) {
      database.execute("create table bank (what varchar(100))");
      Places places = new Places("answers pay running", "paid journal 1");
      List<Thread> stuck = new ArrayList<>();
      try (LandedProcess process = LandedProcess.still(database, places::reach)) {
        for (String asked :
            List.of(
                "pay_much gate",
                "pay_much decided",
                "pay_much steered",
                "charge ticket",
                "pause sleep")) {
          process.run(process.accept(asked.substring(asked.indexOf(' ') + 1), asked));
        }
        process.run(process.accept("outer", "expert pay_much inner"));
        process.conversation("waits").send("pay_much waits");
        for (String asked : List.of("pay running", "twice journal")) {
          String turn = process.accept(asked.substring(asked.indexOf(' ') + 1), asked);
          stuck.add(Thread.startVirtualThread(() -> process.run(turn)));
        }
        places.await();
        process.accept("ready", "pay ready");
        process.accept("queued", "pay first");
        process.accept("queued", "pay second");
        for (String text : List.of("hurry", "be careful")) {
          process.conversation("steered").durable().steer(Message.user(text));
        }
        for (StoredTurn turn : process.open()) {
          if (turn.scope().requireConversation().equals("decided")) {
            process.decide(turn.turnId());
          }
        }
        // as if who ran them had died a while ago
        database.execute("update adk_waiting_turn set lease_until = 1 where state = 'running'");
        Files.writeString(
            Path.of("src/test/resources", file(kind)), dump(database), StandardCharsets.UTF_8);
      } finally {
        places.goOn();
        for (Thread each : stuck) {
          each.join();
        }
      }
    }
  }

  /** Keeps turns in places until all are there, and the test lets them go on. */
  private static final class Places {
    private final Set<String> wanted;
    private final Set<String> reached = ConcurrentHashMap.newKeySet();
    private final CountDownLatch all;
    private final CountDownLatch goOn = new CountDownLatch(1);

    Places(String... wanted) {
      this.wanted = Set.of(wanted);
      this.all = new CountDownLatch(wanted.length);
    }

    void reach(String place) {
      if (wanted.contains(place) && reached.add(place)) {
        all.countDown();
        try {
          goOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }

    void await() throws InterruptedException {
      all.await();
    }

    void goOn() {
      goOn.countDown();
    }
  }

  /** An insert for each row. */
  private static String dump(TestDatabase database) throws SQLException {
    StringBuilder script = new StringBuilder();
    script.append("create table bank (what varchar(100));\n");
    try (Connection connection = database.dataSource().getConnection()) {
      for (String table : tables(connection)) {
        rows(connection, table, script);
      }
    }
    return script.toString();
  }

  /** Those that others refer to first. */
  private static Collection<String> tables(Connection connection) throws SQLException {
    Map<String, String> tables = new TreeMap<>();
    DatabaseMetaData data = connection.getMetaData();
    try (ResultSet found = data.getTables(null, null, null, new String[] {"TABLE", "BASE TABLE"})) {
      while (found.next()) {
        String name = found.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
        if (name.startsWith("adk_") || name.equals("bank")) {
          tables.put((name.equals("adk_waiting_turn") ? "" : "referring ") + name, name);
        }
      }
    }
    return tables.values();
  }

  private static void rows(Connection connection, String table, StringBuilder script)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select * from " + table)) {
      int columns = rows.getMetaData().getColumnCount();
      Map<String, Long> counted = new TreeMap<>();
      while (rows.next()) {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          String name = rows.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT);
          if (name.equals("key_hash")) {
            continue; // generated
          }
          names.add(name);
          values.add(value(rows, i));
          if (rows.getMetaData().isAutoIncrement(i)) {
            counted.merge(name, rows.getLong(i), Math::max);
          }
        }
        script.append(
            "insert into %s (%s)%s values (%s);\n"
                .formatted(
                    table,
                    String.join(", ", names),
                    counted.isEmpty() ? "" : " overriding system value",
                    String.join(", ", values)));
      }
      counted.forEach(
          (column, last) ->
              script.append(
                  "alter table %s alter column %s restart with %d;\n"
                      .formatted(table, column, last + 1)));
    }
  }

  private static String value(ResultSet rows, int column) throws SQLException {
    String value = rows.getString(column);
    if (value == null) {
      return "null";
    }
    return switch (rows.getMetaData().getColumnType(column)) {
      case Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.NUMERIC, Types.DOUBLE -> value;
      case Types.BOOLEAN, Types.BIT -> String.valueOf(rows.getBoolean(column));
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          throw new IllegalStateException("bytes in " + rows.getMetaData().getColumnName(column));
      default -> {
        assertThat(value).doesNotContain("\n");
        yield "'" + value.replace("'", "''") + "'";
      }
    };
  }
}
