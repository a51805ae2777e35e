package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.SessionService;
import org.springframework.ai.session.jdbc.JdbcSessionRepository;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Spring AI Session over JDBC, as its memory advisor uses it around a model call. */
final class SessionArm implements Arm {

  private static final String PROTOTYPE = "session-prototype";

  private final BenchmarkDatabase database;
  private final EventFilter filter;
  private final String name;
  private final SessionService sessions;

  private SessionArm(BenchmarkDatabase database, EventFilter filter, String name) {
    this.database = database;
    this.filter = filter;
    this.name = name;
    this.sessions =
        DefaultSessionService.builder()
            .sessionRepository(
                JdbcSessionRepository.builder().jdbcTemplate(database.jdbc()).build())
            .build();
  }

  static SessionArm loadingAll(BenchmarkDatabase database) {
    return new SessionArm(database, EventFilter.all(), "Spring AI Session, loads all (default)");
  }

  static SessionArm loadingTail(BenchmarkDatabase database) {
    return new SessionArm(
        database, EventFilter.lastN(AdkArm.TAIL), "Spring AI Session, lastN(" + AdkArm.TAIL + ")");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void createTables() {
    new ResourceDatabasePopulator(
            new ClassPathResource("org/springframework/ai/session/jdbc/schema-postgresql.sql"))
        .execute(database.dataSource());
    if (stored(PROTOTYPE).isEmpty()) {
      sessions.create(CreateSessionRequest.builder().id(PROTOTYPE).userId("somebody").build());
      append(PROTOTYPE, "question", "answer");
    }
  }

  @Override
  public void seed(String conversation, int history) {
    sessions.create(CreateSessionRequest.builder().id(conversation).userId("somebody").build());
    database
        .jdbc()
        .update(
            "insert into ai_session_event (id, session_id, \"timestamp\", message_type, message_content, message_data,"
                + " synthetic, archived, branch, metadata)"
                + " select gen_random_uuid()::text, ?, p.\"timestamp\" + g * interval '1 second', p.message_type, t.text,"
                + " p.message_data, p.synthetic, p.archived, p.branch, p.metadata"
                + " from generate_series(1, ?) g"
                + " join ai_session_event p on p.session_id = ? and p.message_type = case g % 2 when 1 then 'USER' else 'ASSISTANT' end"
                + " join bench_text t on t.i = g % "
                + Texts.COUNT
                + " order by g",
            conversation,
            history,
            PROTOTYPE);
    database
        .jdbc()
        .update("update ai_session set event_version = ? where id = ?", history, conversation);
  }

  @Override
  public int turn(String conversation, String user, String assistant) {
    sessions.findById(conversation);
    int loaded = sessions.getEvents(conversation, filter).size();
    append(conversation, user, assistant);
    return loaded;
  }

  private void append(String conversation, String user, String assistant) {
    sessions.appendEvent(
        SessionEvent.builder().sessionId(conversation).message(new UserMessage(user)).build());
    sessions.appendEvent(
        SessionEvent.builder()
            .sessionId(conversation)
            .message(new AssistantMessage(assistant))
            .build());
  }

  @Override
  public List<String> stored(String conversation) {
    return database.texts(
        "select message_content from ai_session_event where session_id = ? order by seq",
        conversation);
  }
}
