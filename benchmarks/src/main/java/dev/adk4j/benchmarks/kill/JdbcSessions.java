package dev.adk4j.benchmarks.kill;

import com.google.adk.events.Event;
import com.google.adk.sessions.BaseSessionService;
import com.google.adk.sessions.GetSessionConfig;
import com.google.adk.sessions.ListEventsResponse;
import com.google.adk.sessions.ListSessionsResponse;
import com.google.adk.sessions.Session;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Sessions of Google's ADK: a row for each session, and one for each event. */
final class JdbcSessions implements BaseSessionService {

  private final JdbcTemplate jdbc;

  JdbcSessions(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  void createTables() {
    jdbc.execute("create table gadk_session (id varchar(99) primary key)");
    jdbc.execute(
        "create table gadk_event (session varchar(99) not null, n bigint generated always as"
            + " identity, json text not null, primary key (session, n))");
  }

  @Override
  public Single<Session> createSession(
      String app, String user, @Nullable ConcurrentMap<String, Object> state, @Nullable String id) {
    return Single.fromCallable(
        () -> {
          String name = id == null ? UUID.randomUUID().toString() : id;
          jdbc.update("insert into gadk_session (id) values (?)", name);
          return session(app, user, name, new ArrayList<>());
        });
  }

  @Override
  public Maybe<Session> getSession(
      String app, String user, String id, Optional<GetSessionConfig> config) {
    return Maybe.fromCallable(
        () -> {
          if (jdbc.queryForList("select id from gadk_session where id = ?", id).isEmpty()) {
            return null;
          }
          List<Event> events =
              jdbc.query(
                  "select json from gadk_event where session = ? order by n",
                  (row, i) -> Event.fromJson(row.getString(1)),
                  id);
          return session(app, user, id, new ArrayList<>(events));
        });
  }

  private static Session session(String app, String user, String id, List<Event> events) {
    return Session.builder(id)
        .appName(app)
        .userId(user)
        .state(new ConcurrentHashMap<>())
        .events(events)
        .build();
  }

  @Override
  public Single<Event> appendEvent(Session session, Event event) {
    return BaseSessionService.super
        .appendEvent(session, event)
        .doOnSuccess(
            stored ->
                jdbc.update(
                    "insert into gadk_event (session, json) values (?, ?)",
                    session.id(),
                    stored.toJson()));
  }

  // by hand
  /** Keeps the first events only. */
  void cut(String session, int events) {
    jdbc.update(
        "delete from gadk_event where session = ? and n not in"
            + " (select n from gadk_event where session = ? order by n limit ?)",
        session,
        session,
        events);
  }

  // to here

  @Override
  public Completable deleteSession(String app, String user, String id) {
    return Completable.fromAction(
        () -> {
          jdbc.update("delete from gadk_event where session = ?", id);
          jdbc.update("delete from gadk_session where id = ?", id);
        });
  }

  @Override
  public Single<ListSessionsResponse> listSessions(String app, String user) {
    throw new UnsupportedOperationException("not used here");
  }

  @Override
  public Single<ListEventsResponse> listEvents(String app, String user, String id) {
    throw new UnsupportedOperationException("not used here");
  }
}
