package dev.adk4j.jdbc;

import dev.adk4j.storage.FetchesTogether.Fetches;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Combines the announced fetches of a thread into one round trip: the first fetch reads the results
 * of all of them. Each result is used once, only for exactly the announced query. Thread-safe.
 */
final class LookAhead {

  private final RecordReader reader;
  private final ThreadLocal<@Nullable Look> running = new ThreadLocal<>();

  LookAhead(RecordReader reader) {
    this.reader = reader;
  }

  /** Runs fetches that will use these queries, all of one tenant. */
  void during(SequencedSet<Question> questions, Fetches fetches) throws Exception {
    if (questions.size() < 2 || !reader.asksTogether()) {
      fetches.run();
      return;
    }
    Look outer = running.get();
    running.set(new Look(questions, outer));
    try {
      fetches.run();
    } finally {
      if (outer == null) {
        running.remove();
      } else {
        running.set(outer);
      }
    }
  }

  /** Returns the rows, oldest first. */
  List<Row> ask(Question question) {
    Look look = running.get();
    List<Row> known = look == null ? null : look.take(question, reader);
    return known == null ? reader.ask(question) : known;
  }

  /** Discards this thread's results, because it has written something. */
  void forget() {
    for (Look look = running.get(); look != null; look = look.outer) {
      look.open.clear();
    }
  }

  private static final class Look {

    private final SequencedSet<Question> open;
    private final @Nullable Look outer;
    private @Nullable Map<Question, List<Row>> answers;

    Look(SequencedSet<Question> questions, @Nullable Look outer) {
      this.open = new LinkedHashSet<>(questions);
      this.outer = outer;
    }

    /** Returns the result, or null if the query was not announced. */
    @Nullable List<Row> take(Question question, RecordReader reader) {
      if (!open.contains(question)) {
        return null;
      }
      if (answers == null) {
        answers = answers(question, reader);
      }
      open.remove(question);
      return answers == null ? null : answers.remove(question);
    }

    // One kind's failing table must not fail the fetches of other kinds, so each kind queries
    // separately. If the database does not respond, all fetches fail.
    private @Nullable Map<Question, List<Row>> answers(Question first, RecordReader reader) {
      try {
        return reader.askTogether(new ArrayList<>(open));
      } catch (SQLException e) {
        open.clear();
        if (SqlErrors.isUnavailable(e)) {
          throw SqlErrors.translate(RecordReader.doing(first), e);
        }
        return null;
      }
    }
  }
}
