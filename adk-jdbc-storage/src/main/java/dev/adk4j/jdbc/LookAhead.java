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
 * Answers the fetches that one thread has announced with one journey to the database: the first
 * that asks brings the answers of all. An answer is given once, and to the very question that was
 * announced. Safe for concurrent use.
 */
final class LookAhead {

  private final RecordReader reader;
  private final ThreadLocal<@Nullable Look> running = new ThreadLocal<>();

  LookAhead(RecordReader reader) {
    this.reader = reader;
  }

  /** Runs the fetches, which will ask these questions of one tenant. */
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

  /** The rows asked for, oldest first. */
  List<Row> ask(Question question) {
    Look look = running.get();
    List<Row> known = look == null ? null : look.take(question, reader);
    return known == null ? reader.ask(question) : known;
  }

  /** Something is written on this thread: what it fetches from now on has to show that. */
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

    /** Null where the question has to be asked by itself. */
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

    // What another kind's table refuses is that fetch's failure and none of this one's, so then
    // each asks by itself. A database that does not answer is everybody's.
    private @Nullable Map<Question, List<Row>> answers(Question first, RecordReader reader) {
      try {
        return reader.askTogether(new ArrayList<>(open));
      } catch (SQLException e) {
        open.clear();
        if (SqlErrors.isUnavailable(e)) {
          throw RecordReader.failure(first, e);
        }
        return null;
      }
    }
  }
}
