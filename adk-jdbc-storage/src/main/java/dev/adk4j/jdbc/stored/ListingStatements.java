package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore.Listed;
import dev.adk4j.stored.TurnStore.Place;
import dev.adk4j.stored.TurnStore.Search;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements of operators. Content is not read. */
final class ListingStatements {

  private static final String COLUMNS =
      "tenant, turn_id, conversation, subject, state, phase, iteration, token, attempt, node, '{}' as"
          + " results, memo, answer_id, null as answer, error, created_at, updated_at, case when input"
          + " is null then null else '[]' end as input, null as request_key, '' as fingerprint,"
          + " mail_sent, mail_read, stop_requested, priority";

  private final WaitingStatements sql;

  ListingStatements(WaitingStatements sql) {
    this.sql = sql;
  }

  List<Listed> list(Connection connection, Search search) throws SQLException {
    StringBuilder where = new StringBuilder(" where 1 = 1");
    List<Object> args = new ArrayList<>();
    if (search.tenant() != null) {
      where.append(" and tenant = ?");
      args.add(search.tenant());
    }
    if (search.turnId() != null) {
      where.append(" and turn_id = ?");
      args.add(search.turnId());
    }
    if (!search.states().isEmpty()) {
      where.append(" and state in (?").repeat(", ?", search.states().size() - 1).append(')');
      search.states().forEach(state -> args.add(WaitingStatements.wire(state)));
    }
    Place after = search.after();
    if (after != null) {
      where.append(" and (created_at, tenant, turn_id) > (cast(? as bigint), ?, ?)");
      args.addAll(List.of(after.createdAt(), after.tenant(), after.turnId()));
    }
    return Sql.query(
        connection,
        "select "
            + COLUMNS
            + " from "
            + sql.turn
            + where
            + " order by created_at, tenant, turn_id limit "
            + search.limit(),
        row -> new Listed(WaitingRows.turn(row), WaitingRows.text(row, "node")),
        args.toArray());
  }

  /** Queues a failed turn. Returns its conversation, or null if no such turn exists. */
  @Nullable String retry(Connection connection, String tenant, String turnId) throws SQLException {
    int failed =
        Sql.update(
            connection,
            "update "
                + sql.turn
                + " set state = 'queued', attempt = 0, error = null, updated_at = "
                + sql.now
                + " where tenant = ? and turn_id = ? and state = ? and input is not null",
            tenant,
            turnId,
            WaitingStatements.wire(State.FAILED));
    return failed == 0
        ? null
        : Sql.query(
                connection,
                "select conversation from " + sql.turn + " where tenant = ? and turn_id = ?",
                row -> TextEscape.unescape(row.getString(1)),
                tenant,
                turnId)
            .getFirst();
  }
}
