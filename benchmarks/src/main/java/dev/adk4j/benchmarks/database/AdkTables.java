package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import java.util.List;

/** Looks into this library's tables, and fills them. */
final class AdkTables {

  static final String TENANT = "bench";
  static final String SUBJECT = "somebody";

  /** A conversation that the library itself stored; what is seeded is copied from it. */
  static final String PROTOTYPE = "prototype";

  private final BenchmarkDatabase database;
  private final String schema;

  /**
   * @param schema empty, or a schema's name with the dot behind it
   */
  AdkTables(BenchmarkDatabase database, String schema) {
    this.database = database;
    this.schema = schema;
  }

  void seed(String conversation, int history) {
    database
        .jdbc()
        .update(
            "insert into "
                + schema
                + "adk_message (tenant, conversation, seq, id, role, content, identity, created_at, updated_at)"
                + " select ?, ?, g, 'seed-' || g, p.role, t.text, p.identity, p.created_at + g, p.updated_at + g"
                + " from generate_series(1, ?) g"
                + " join public.adk_message p on p.tenant = ? and p.conversation = ? and p.seq = 2 - g % 2"
                + " join bench_text t on t.i = g % "
                + Texts.COUNT,
            TENANT,
            conversation,
            history,
            TENANT,
            PROTOTYPE);
    database
        .jdbc()
        .update(
            "insert into "
                + schema
                + "adk_conversation (tenant, conversation, subject, last_seq, created_at, last_activity_at)"
                + " values (?, ?, ?, ?, 1767312245678, 1767312245678)",
            TENANT,
            conversation,
            SUBJECT,
            history);
  }

  List<String> stored(String conversation) {
    return database.texts(
        "select content from "
            + schema
            + "adk_message where tenant = ? and conversation = ? order by seq",
        TENANT,
        conversation);
  }

  boolean gapFree(String conversation) {
    return Boolean.TRUE.equals(
        database
            .jdbc()
            .queryForObject(
                "select min(seq) = 1 and max(seq) = count(*) and count(distinct seq) = count(*) from "
                    + schema
                    + "adk_message where tenant = ? and conversation = ?",
                Boolean.class,
                TENANT,
                conversation));
  }
}
