package dev.adk4j.jdbc.stored;

import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts rows of turns, their calls and their messages to records. */
final class TurnRows {

  private TurnRows() {}

  /** Returns a turn without its calls. */
  static StoredTurn turn(ResultSet row) throws SQLException {
    String answer = Rows.text(row, "answer_id");
    String said = Rows.text(row, "answer");
    return new StoredTurn(
        Rows.scope(row),
        Rows.required(row, "turn_id"),
        Rows.named(State.class, Rows.required(row, "state")),
        Rows.named(Phase.class, Rows.required(row, "phase")),
        row.getInt("iteration"),
        row.getLong("token"),
        row.getInt("attempt"),
        List.of(),
        JsonValue.parse(Rows.required(row, "results")),
        Rows.json(row, "memo"),
        answer == null ? null : new StoredTurn.Answer(answer, said == null ? "" : said),
        Rows.text(row, "error"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Instant.ofEpochMilli(row.getLong("updated_at")),
        acceptance(row),
        inbox(row));
  }

  static final String[] INBOX = {"mail_sent", "mail_read", "stop_requested"};

  static StoredTurn.Inbox inbox(ResultSet row) throws SQLException {
    return new StoredTurn.Inbox(
        row.getLong(INBOX[0]), row.getLong(INBOX[1]), row.getBoolean(INBOX[2]));
  }

  static TurnStore.Letter letter(ResultSet row) throws SQLException {
    return new TurnStore.Letter(
        row.getLong("n"),
        Rows.text(row, "request_key"),
        Rows.required(row, "fingerprint"),
        JsonValue.parse(Rows.required(row, "message")));
  }

  private static StoredTurn.@Nullable Acceptance acceptance(ResultSet row) throws SQLException {
    String input = Rows.text(row, "input");
    String fingerprint = Rows.text(row, "fingerprint");
    return input == null
        ? null
        : new StoredTurn.Acceptance(
            JsonValue.parse(input),
            Rows.text(row, "request_key"),
            fingerprint == null ? "" : fingerprint,
            row.getInt("priority"));
  }

  static StoredTurn.Call call(ResultSet row) throws SQLException {
    return new StoredTurn.Call(
        Rows.required(row, "id"),
        Rows.text(row, "provider_id"),
        Rows.required(row, "tool"),
        JsonValue.parse(Rows.required(row, "args")),
        Rows.json(row, "payload"),
        Rows.text(row, "replay_compatibility"),
        Rows.text(row, "problem"),
        Rows.text(row, "gate_ref"),
        row.getObject("started_at") != null);
  }
}
