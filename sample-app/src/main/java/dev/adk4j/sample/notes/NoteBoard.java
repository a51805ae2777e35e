package dev.adk4j.sample.notes;

import dev.adk4j.value.Scope;
import java.sql.Timestamp;
import java.util.List;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores the notes of a tenant in a table of the application. Thread-safe. */
@Component
@DependsOnDatabaseInitialization
public class NoteBoard {

  private static final int MAX_LISTED = 100;

  private static final String CREATE =
      """
      create table if not exists sample_note (
        id varchar(64) primary key,
        tenant varchar(200) not null,
        subject varchar(200) not null,
        title varchar(200) not null,
        body varchar(4000) not null,
        published_at timestamp not null)
      """;

  private final JdbcClient jdbc;

  NoteBoard(JdbcClient jdbc) {
    this.jdbc = jdbc;
    try {
      jdbc.sql(CREATE).update();
    } catch (DataAccessException e) {
      // another instance that starts now was quicker; what else is wrong shows again
      jdbc.sql(CREATE).update();
    }
  }

  void publish(Scope scope, Note note) {
    jdbc.sql(
            "insert into sample_note (id, tenant, subject, title, body, published_at)"
                + " values (?, ?, ?, ?, ?, ?)")
        .params(
            note.id(),
            scope.tenant(),
            scope.requireSubject(),
            note.title(),
            note.text(),
            Timestamp.from(note.publishedAt()))
        .update();
  }

  /** Returns the notes, newest first. */
  public List<Note> newest(String tenant) {
    return jdbc.sql(
            "select id, title, body, published_at from sample_note where tenant = ?"
                + " order by published_at desc, id desc fetch first "
                + MAX_LISTED
                + " rows only")
        .param(tenant)
        .query(
            (row, n) ->
                new Note(
                    row.getString("id"),
                    row.getString("title"),
                    row.getString("body"),
                    row.getTimestamp("published_at").toInstant()))
        .list();
  }
}
