package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts rows of the two tables to records. */
final class WaitingRows {

  private WaitingRows() {}

  /** Returns a turn without its calls. */
  static StoredTurn turn(ResultSet row) throws SQLException {
    String answer = text(row, "answer_id");
    String said = text(row, "answer");
    return new StoredTurn(
        Scope.of(required(row, "tenant"), text(row, "subject"), required(row, "conversation")),
        required(row, "turn_id"),
        State.valueOf(required(row, "state").toUpperCase(Locale.ROOT)),
        Phase.valueOf(required(row, "phase").toUpperCase(Locale.ROOT)),
        row.getInt("iteration"),
        row.getLong("token"),
        row.getInt("attempt"),
        List.of(),
        JsonValue.parse(required(row, "results")),
        json(row, "memo"),
        answer == null ? null : new StoredTurn.Answer(answer, said == null ? "" : said),
        text(row, "error"),
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
        text(row, "request_key"),
        required(row, "fingerprint"),
        JsonValue.parse(required(row, "message")));
  }

  private static StoredTurn.@Nullable Acceptance acceptance(ResultSet row) throws SQLException {
    String input = text(row, "input");
    String fingerprint = text(row, "fingerprint");
    return input == null
        ? null
        : new StoredTurn.Acceptance(
            JsonValue.parse(input),
            text(row, "request_key"),
            fingerprint == null ? "" : fingerprint,
            row.getInt("priority"));
  }

  static StoredTurn.Call call(ResultSet row) throws SQLException {
    return new StoredTurn.Call(
        required(row, "id"),
        text(row, "provider_id"),
        required(row, "tool"),
        JsonValue.parse(required(row, "args")),
        json(row, "payload"),
        text(row, "replay_compatibility"),
        text(row, "problem"),
        text(row, "gate_ref"),
        row.getObject("started_at") != null);
  }

  private static @Nullable JsonValue json(ResultSet row, String column) throws SQLException {
    String stored = text(row, column);
    return stored == null ? null : JsonValue.parse(stored);
  }

  static String required(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(text(row, column), column);
  }

  static @Nullable String text(ResultSet row, String column) throws SQLException {
    String stored = row.getString(column);
    return stored == null ? null : TextEscape.unescape(stored);
  }
}
