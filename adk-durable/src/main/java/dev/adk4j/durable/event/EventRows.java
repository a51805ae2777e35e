package dev.adk4j.durable.event;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.stored.StoredEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Runs statements on the rows of events. Each row contains several events. */
record EventRows(StorageConnections connections, StorageSql sql) {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<List<List<String>>> EVENTS = new TypeReference<>() {};
  private static final String SELECT =
      "select e.tenant, e.turn_id, e.seq, e.last_seq, e.data from {adk_turn_event} e";

  EventRows(StorageConnections connections) {
    this(connections, new StorageSql(connections::table, connections.isPostgres()));
  }

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
      List<List<String>> all =
          events.stream()
              .map(event -> Arrays.asList(event.name(), event.id(), event.data()))
              .toList();
      return new Chunk(
          turn,
          events.getFirst().seq(),
          events.getLast().seq(),
          TextEscape.escape(JSON.writeValueAsString(all)));
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
    return connections.single(
        "storing events", chunk.turn.tenant, c -> insert(c, chunk, token) == 1);
  }

  private int insert(Connection connection, Chunk chunk, long token) throws SQLException {
    String insert =
        "insert into {adk_turn_event} (tenant, turn_id, seq, last_seq, data) select t.tenant,"
            + " t.turn_id, ?, ?, ? from {adk_waiting_turn} t where t.tenant = ? and t.turn_id = ?"
            + " and t.token = ? for "
            + (sql.isPostgres() ? "share" : "update");
    return sql.on(connection)
        .update(insert, chunk.seq, chunk.lastSeq, chunk.data, chunk.turn.key(), token);
  }

  /** Returns true if the row exists: the commit succeeded although its response was lost. */
  boolean has(Chunk chunk) {
    return of(chunk.turn, chunk.seq - 1, 1).stream().anyMatch(found -> found.seq == chunk.seq);
  }

  /**
   * Writes a row for the claim with this token, whose turn has ended and which writes nothing more.
   *
   * @return false if the turn has not ended or has another token; nothing is written then
   */
  boolean writeInstead(Chunk chunk, long token) {
    String held =
        "update {adk_waiting_turn} set token = token + 1 where tenant = ? and turn_id = ?"
            + " and token = ? and state in ('completed', 'failed', 'aborted')";
    return connections.transaction(
        "storing the last events",
        chunk.turn.tenant,
        c ->
            sql.on(c).update(held, chunk.turn.key(), token) == 1
                && insert(c, chunk, token + 1) == 1);
  }

  /**
   * Returns the first rows of a turn with events after the number, which may be in the middle of a
   * row.
   */
  List<Chunk> of(Turn turn, long after, int most) {
    String select =
        SELECT
            + " where e.tenant = ? and e.turn_id = ? and e.last_seq > ? order by e.seq limit "
            + most;
    return connections.single(
        "reading events",
        turn.tenant,
        c -> sql.on(c).query(EventRows::chunk, select, turn.key(), after));
  }

  /** Returns the rows that begin after the positions, for all turns, with one statement. */
  List<Chunk> after(Map<Turn, Long> places) {
    String select =
        SELECT
            + " join unnest(cast(? as varchar array), cast(? as varchar array),"
            + " cast(? as bigint array)) p(tenant, turn_id, place)"
            + " on e.tenant = p.tenant and e.turn_id = p.turn_id and e.seq > p.place"
            + " order by e.tenant, e.turn_id, e.seq";
    return connections.single(
        "reading events",
        "",
        c ->
            sql.on(c)
                .query(
                    EventRows::chunk,
                    select,
                    places.keySet().stream().map(Turn::tenant).toArray(String[]::new),
                    places.keySet().stream().map(Turn::id).toArray(String[]::new),
                    c.createArrayOf("bigint", places.values().toArray())));
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
    String ended =
        "select t.tenant, t.turn_id from {adk_waiting_turn} t where"
            + " t.state in ('completed', 'failed', 'aborted') and t.updated_at < ? and exists"
            + " (select 1 from {adk_turn_event} e where e.tenant = t.tenant"
            + " and e.turn_id = t.turn_id) limit "
            + most;
    String delete = sql.text("delete from {adk_turn_event} where tenant = ? and turn_id = ?");
    return connections.transaction(
        "pruning events",
        "",
        connection -> {
          Statements on = sql.on(connection);
          try (PreparedStatement statement = connection.prepareStatement(delete)) {
            for (Turn turn : on.query(EventRows::turn, ended, before)) {
              on.bind(statement, 1, turn.key());
              statement.addBatch();
            }
            // H2 may return a turn again whose events are already deleted
            return (int) IntStream.of(statement.executeBatch()).filter(n -> n > 0).count();
          }
        });
  }
}
