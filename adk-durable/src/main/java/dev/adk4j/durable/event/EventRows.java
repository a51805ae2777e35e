package dev.adk4j.durable.event;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.stored.StoredEvent;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Runs statements on the rows of events. Each row contains several events. */
final class EventRows {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<List<List<String>>> EVENTS = new TypeReference<>() {};
  private static final String SELECT =
      "select e.tenant, e.turn_id, e.seq, e.last_seq, e.data from {adk_turn_event} e";
  private static final String IN_ORDER = " order by e.tenant, e.turn_id, e.seq";

  private final StorageConnections connections;
  private final StorageSql sql;

  EventRows(StorageConnections connections) {
    this.connections = connections;
    this.sql = new StorageSql(connections::table, connections.isPostgres());
  }

  /** Position of a reader in a turn. */
  record Place(Turn turn, long after) {}

  /** Stored form of a turn. */
  record Turn(String tenant, String id) {
    static Turn of(String tenant, String turnId) {
      return new Turn(
          StorageConnections.key(tenant, "$.tenant"), StorageConnections.key(turnId, "$.turnId"));
    }

    List<String> key() {
      return List.of(tenant, id);
    }
  }

  record Chunk(Turn turn, long seq, long lastSeq, String data) {

    static Chunk of(Turn turn, List<StoredEvent> events) {
      List<List<String>> all = new ArrayList<>();
      for (StoredEvent event : events) {
        all.add(Arrays.asList(event.name(), event.id(), event.data()));
      }
      return new Chunk(
          turn,
          events.getFirst().seq(),
          events.getLast().seq(),
          TextEscape.escape(JSON.writeValueAsString(all)));
    }

    List<Object> values() {
      return List.of(seq, lastSeq, data);
    }

    List<StoredEvent> after(long after) {
      List<StoredEvent> found = new ArrayList<>();
      long next = seq;
      for (List<String> one : JSON.readValue(TextEscape.unescape(data), EVENTS)) {
        if (next > after) {
          found.add(new StoredEvent(next, one.get(0), one.get(1), one.get(2)));
        }
        next++;
      }
      return found;
    }
  }

  /**
   * Writes the events if no other process has claimed the turn since. The turn's row is locked
   * against claims until the commit: all events written with one token precede all events of the
   * next token.
   *
   * @return false if the claim was lost; nothing is written then
   */
  boolean write(Chunk chunk, long token) {
    return connections.isPostgres() ? inOneStatement(chunk, token) : inTwo(chunk, token);
  }

  private boolean inOneStatement(Chunk chunk, long token) {
    String insert =
        "insert into {adk_turn_event} (tenant, turn_id, seq, last_seq, data) select t.tenant,"
            + " t.turn_id, ?, ?, ? from {adk_waiting_turn} t where t.tenant = ? and t.turn_id = ?"
            + " and t.token = ? for share";
    return 1
        == connections.single(
            "storing events",
            chunk.turn.tenant,
            on -> sql.update(on, insert, chunk.values(), chunk.turn.key(), token));
  }

  private boolean inTwo(Chunk chunk, long token) {
    String held =
        "select 1 from {adk_waiting_turn} where tenant = ? and turn_id = ? and token = ? for update";
    return connections.transaction(
        "storing events",
        chunk.turn.tenant,
        on -> has(on, held, chunk.turn.key(), token) && insert(on, chunk));
  }

  private boolean insert(Connection connection, Chunk chunk) throws SQLException {
    String insert =
        "insert into {adk_turn_event} (seq, last_seq, data, tenant, turn_id) values (?, ?, ?, ?, ?)";
    return sql.update(connection, insert, chunk.values(), chunk.turn.key()) == 1;
  }

  /** Returns true if the row exists: the commit succeeded although its response was lost. */
  boolean has(Chunk chunk) {
    String select = "select 1 from {adk_turn_event} where tenant = ? and turn_id = ? and seq = ?";
    return connections.single(
        "checking for events",
        chunk.turn.tenant,
        on -> has(on, select, chunk.turn.key(), chunk.seq));
  }

  private boolean has(Connection connection, String select, Object... args) throws SQLException {
    return sql.first(connection, row -> true, select, args) != null;
  }

  /**
   * Writes a row for the claim with this token, whose turn has ended and which writes nothing more.
   *
   * @return false if the turn has not ended or has another token; nothing is written then
   */
  boolean writeInstead(Chunk chunk, long token) {
    String end =
        "update {adk_waiting_turn} set token = token + 1 where tenant = ? and turn_id = ?"
            + " and token = ? and state in ('completed', 'failed', 'aborted')";
    return connections.transaction(
        "storing the last events",
        chunk.turn.tenant,
        on -> sql.update(on, end, chunk.turn.key(), token) == 1 && insert(on, chunk));
  }

  /**
   * Returns the first rows of a turn with events after the number, which may be in the middle of a
   * row.
   */
  List<Chunk> of(Place place, int most) {
    String select =
        SELECT
            + " where e.tenant = ? and e.turn_id = ? and e.last_seq > ? order by e.seq"
            + (most == Integer.MAX_VALUE ? "" : " limit " + most);
    return connections.single(
        "reading events",
        place.turn.tenant,
        on -> sql.query(on, EventRows::chunk, select, place.turn.key(), place.after));
  }

  /** Returns the rows that begin after the positions, for all turns, with one statement. */
  List<Chunk> after(List<Place> places) {
    return connections.single(
        "reading events",
        "",
        on -> connections.isPostgres() ? unnested(on, places) : ored(on, places));
  }

  private List<Chunk> unnested(Connection connection, List<Place> places) throws SQLException {
    return sql.query(
        connection,
        EventRows::chunk,
        SELECT
            + " join unnest(?::text[], ?::text[], ?::bigint[]) p(tenant, turn_id, after)"
            + " on e.tenant = p.tenant and e.turn_id = p.turn_id and e.seq > p.after"
            + IN_ORDER,
        array(connection, "text", places.stream().map(p -> p.turn.tenant)),
        array(connection, "text", places.stream().map(p -> p.turn.id)),
        array(connection, "bigint", places.stream().map(Place::after)));
  }

  private static Array array(Connection connection, String type, Stream<?> values)
      throws SQLException {
    return connection.createArrayOf(type, values.toArray());
  }

  private List<Chunk> ored(Connection connection, List<Place> places) throws SQLException {
    String one = "(e.tenant = ? and e.turn_id = ? and e.seq > ?)";
    String any = String.join(" or ", Collections.nCopies(places.size(), one));
    return sql.query(
        connection,
        EventRows::chunk,
        SELECT + " where " + any + IN_ORDER,
        places.stream().map(place -> List.of(place.turn.key(), place.after)).toArray());
  }

  private static Chunk chunk(ResultSet row) throws SQLException {
    return new Chunk(turn(row), row.getLong(3), row.getLong(4), row.getString(5));
  }

  private static Turn turn(ResultSet row) throws SQLException {
    return new Turn(row.getString(1), row.getString(2));
  }

  /**
   * Deletes the events of at most this number of turns that ended before a time. Returns the number
   * of turns.
   */
  int prune(long before, int most) {
    return connections.transaction(
        "pruning events", "", connection -> prune(connection, before, most));
  }

  private int prune(Connection connection, long before, int most) throws SQLException {
    String ended =
        "select t.tenant, t.turn_id from {adk_waiting_turn} t where"
            + " t.state in ('completed', 'failed', 'aborted') and t.updated_at < ? and exists (select 1 from {adk_turn_event} e where"
            + " e.tenant = t.tenant and e.turn_id = t.turn_id) limit "
            + most;
    List<Turn> old = sql.query(connection, EventRows::turn, ended, before);
    if (old.isEmpty()) {
      return 0;
    }
    String delete = sql.text("delete from {adk_turn_event} where tenant = ? and turn_id = ?");
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      for (Turn turn : old) {
        Statements.bind(statement, 1, turn.key());
        statement.addBatch();
      }
      // H2 may return a turn again whose events are already deleted
      return (int) IntStream.of(statement.executeBatch()).filter(n -> n > 0).count();
    }
  }
}
