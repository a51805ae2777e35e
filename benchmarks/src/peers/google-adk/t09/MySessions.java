package t09;

import com.google.adk.events.Event;
import com.google.adk.sessions.*;
import io.reactivex.rxjava3.core.*;
import java.util.*;
import java.util.concurrent.*;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

// One JSON text for each session. State that sessions of a user share would need more.
@Repository
class MySessions implements BaseSessionService {
  final JdbcClient jdbc;

  MySessions(JdbcClient jdbc) {
    this.jdbc = jdbc;
    jdbc.sql("create table if not exists chat (app varchar(99), person varchar(99), id varchar(99), json clob, primary key (app, person, id))").update();
  }

  public Single<Session> createSession(String app, String user, ConcurrentMap<String, Object> state, String id) {
    var session = Session.builder(id == null ? UUID.randomUUID().toString() : id).appName(app).userId(user)
        .state(state == null ? new ConcurrentHashMap<>() : state).events(new ArrayList<>()).build();
    save(session);
    return Single.just(session);
  }

  public Maybe<Session> getSession(String app, String user, String id, Optional<GetSessionConfig> config) {
    var json = jdbc.sql("select json from chat where app = ? and person = ? and id = ?").params(app, user, id).query(String.class);
    return Maybe.fromOptional(json.optional().map(Session::fromJson));
  }

  public Single<ListSessionsResponse> listSessions(String app, String user) {
    var json = jdbc.sql("select json from chat where app = ? and person = ?").params(app, user).query(String.class);
    return Single.just(ListSessionsResponse.builder().sessions(json.stream().map(Session::fromJson).toList()).build());
  }

  public Completable deleteSession(String app, String user, String id) {
    return Completable.fromAction(() -> jdbc.sql("delete from chat where app = ? and person = ? and id = ?").params(app, user, id).update());
  }

  public Single<ListEventsResponse> listEvents(String app, String user, String id) {
    return getSession(app, user, id, Optional.empty()).toSingle().map(s -> ListEventsResponse.builder().events(s.events()).build());
  }

  public Single<Event> appendEvent(Session session, Event event) {
    return BaseSessionService.super.appendEvent(session, event).doOnSuccess(stored -> save(session));
  }

  void save(Session s) {
    jdbc.sql("merge into chat key (app, person, id) values (?, ?, ?, ?)").params(s.appName(), s.userId(), s.id(), s.toJson()).update();
  }
}
