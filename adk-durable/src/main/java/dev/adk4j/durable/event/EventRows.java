package dev.adk4j.durable.event;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.Statements.Row;
import dev.adk4j.stored.StoredEvent;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
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
  private static final String COLUMNS = "e.tenant, e.turn_id, e.seq, e.last_seq, e.data";

  private final StorageConnections connections;
  private final String events;
  private final String turns;

  EventRows(StorageConnections connections) {
    this.connections = connections;
    this.events = connections.table("adk_turn_event");
    this.turns = connections.table("adk_waiting_turn");
  }

  /** Position of a reader in a turn. */
  record Place(Turn turn, long after) {}

  /** Stored form of a turn. */
  record Turn(String tenant, String id) {
    static Turn of(String tenant, String turnId) {
      return new Turn(
          StorageConnections.key(tenant, "$.tenant"), StorageConnections.key(turnId, "$.turnId"));
    }
  }

  record Chunk(Turn turn, long seq, long lastSeq, String data) {

    static Chunk of(Turn turn, List<StoredEvent> events) {
      List<List<String>> all = new ArrayList<>();
      for (StoredEvent event : events) {
        List<String> one = new ArrayList<>();
        one.add(event.name());
        one.add(event.id());
        one.add(event.data());
        all.add(one);
      }
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
    return connections.isPostgres() ? inOneStatement(chunk, token) : inTwo(chunk, token);
  }

  private boolean inOneStatement(Chunk chunk, long token) {
    String sql =
        "insert into {events} (tenant, turn_id, seq, last_seq, data) select t.tenant,"
            + " t.turn_id, ?, ?, ? from {turns} t where t.tenant = ? and t.turn_id = ? and t.token"
            + " = ? for share";
    return 1
        == connections.single(
            "storing events",
            chunk.turn.tenant,
            connection ->
                update(
                    connection,
                    sql,
                    chunk.seq,
                    chunk.lastSeq,
                    chunk.data,
                    chunk.turn.tenant,
                    chunk.turn.id,
                    token));
  }

  private boolean inTwo(Chunk chunk, long token) {
    String held = "select 1 from {turns} where tenant = ? and turn_id = ? and token = ? for update";
    return connections.transaction(
        "storing events",
        chunk.turn.tenant,
        connection ->
            has(connection, held, chunk.turn.tenant, chunk.turn.id, token)
                && insert(connection, chunk));
  }

  private boolean insert(Connection connection, Chunk chunk) throws SQLException {
    return 1
        == update(
            connection,
            "insert into {events} (seq, last_seq, data, tenant, turn_id) values (?, ?, ?, ?, ?)",
            chunk.seq,
            chunk.lastSeq,
            chunk.data,
            chunk.turn.tenant,
            chunk.turn.id);
  }

  /** Returns true if the row exists: the commit succeeded although its response was lost. */
  boolean has(Chunk chunk) {
    String sql = "select 1 from {events} where tenant = ? and turn_id = ? and seq = ?";
    return connections.single(
        "checking for events",
        chunk.turn.tenant,
        connection -> has(connection, sql, chunk.turn.tenant, chunk.turn.id, chunk.seq));
  }

  /**
   * Writes a row for the claim with this token, whose turn has ended and which writes nothing more.
   *
   * @return false if the turn has not ended or has another token; nothing is written then
   */
  boolean writeInstead(Chunk chunk, long token) {
    String sql =
        "update {turns} set token = token + 1 where tenant = ? and turn_id = ? and token ="
            + " ? and state in ('completed', 'failed', 'aborted')";
    return connections.transaction(
        "storing the last events",
        chunk.turn.tenant,
        connection ->
            update(connection, sql, chunk.turn.tenant, chunk.turn.id, token) == 1
                && insert(connection, chunk));
  }

  /**
   * Returns the first rows of a turn with events after the number, which may be in the middle of a
   * row.
   */
  List<Chunk> of(Place place, int most) {
    String sql =
        "select "
            + COLUMNS
            + " from {events} e where e.tenant = ? and e.turn_id = ? and e.last_seq > ? order"
            + " by e.seq"
            + (most == Integer.MAX_VALUE ? "" : " limit " + most);
    return connections.single(
        "reading events",
        place.turn.tenant,
        connection -> chunks(connection, sql, place.turn.tenant, place.turn.id, place.after));
  }

  /** Returns the rows that begin after the positions, for all turns, with one statement. */
  List<Chunk> after(List<Place> places) {
    return connections.single(
        "reading events",
        "",
        connection ->
            connections.isPostgres() ? unnested(connection, places) : ored(connection, places));
  }

  private List<Chunk> unnested(Connection connection, List<Place> places) throws SQLException {
    String sql =
        "select "
            + COLUMNS
            + " from unnest(?::text[], ?::text[], ?::bigint[]) p(tenant, turn_id, after) join"
            + " {events} e on e.tenant = p.tenant and e.turn_id = p.turn_id and e.seq >"
            + " p.after order by e.tenant, e.turn_id, e.seq";
    return chunks(
        connection,
        sql,
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
    String sql =
        "select "
            + COLUMNS
            + " from {events} e where "
            + String.join(" or ", Collections.nCopies(places.size(), one))
            + " order by e.tenant, e.turn_id, e.seq";
    return chunks(
        connection,
        sql,
        places.stream()
            .flatMap(place -> Stream.of(place.turn.tenant, place.turn.id, place.after))
            .toArray());
  }

  private List<Chunk> chunks(Connection connection, String sql, Object... args)
      throws SQLException {
    return query(
        connection,
        sql,
        row ->
            new Chunk(
                new Turn(row.getString(1), row.getString(2)),
                row.getLong(3),
                row.getLong(4),
                row.getString(5)),
        args);
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
    String sql =
        "select t.tenant, t.turn_id from {turns} t where t.state in ('completed', 'failed',"
            + " 'aborted') and t.updated_at < ? and exists (select 1 from {events} e where"
            + " e.tenant = t.tenant and e.turn_id = t.turn_id) limit "
            + most;
    List<Turn> old =
        query(connection, sql, row -> new Turn(row.getString(1), row.getString(2)), before);
    if (old.isEmpty()) {
      return 0;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            named("delete from {events} where tenant = ? and turn_id = ?"))) {
      for (Turn turn : old) {
        Statements.bind(statement, 1, turn.tenant, turn.id);
        statement.addBatch();
      }
      // H2 may return a turn again whose events are already deleted
      return (int) IntStream.of(statement.executeBatch()).filter(n -> n > 0).count();
    }
  }

  private String named(String sql) {
    return sql.replace("{events}", events).replace("{turns}", turns);
  }

  private boolean has(Connection connection, String sql, Object... args) throws SQLException {
    return !query(connection, sql, row -> true, args).isEmpty();
  }

  private <T> List<T> query(Connection connection, String sql, Row<T> row, Object... args)
      throws SQLException {
    return Statements.query(connection, row, named(sql), args);
  }

  private int update(Connection connection, String sql, Object... args) throws SQLException {
    return Statements.update(connection, named(sql), args);
  }
}
