package dev.adk4j.benchmarks.inprocess;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.Runner;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.adk4j.benchmarks.Texts;
import io.reactivex.rxjava3.core.Flowable;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Google's ADK with its runner and its in-memory session service. */
final class GoogleAdkModelArm implements ModelArm {

  private static final String APP = "app";
  private static final String USER = "user";

  private final Texts texts;
  private final InMemorySessionService sessions = new InMemorySessionService();
  private final AtomicInteger deltas = new AtomicInteger();
  private final Runner runner;

  GoogleAdkModelArm(Texts texts) {
    this.texts = texts;
    this.runner =
        Runner.builder()
            .agent(
                LlmAgent.builder()
                    .name("agent")
                    .model(new FakeModel(deltas))
                    .instruction("be brief")
                    .build())
            .appName(APP)
            .sessionService(sessions)
            .build();
  }

  @Override
  public void fresh(String[] conversations, int history) {
    for (String conversation : conversations) {
      sessions.deleteSession(APP, USER, conversation).blockingAwait();
      Session session =
          sessions.createSession(APP, USER, Map.<String, Object>of(), conversation).blockingGet();
      for (int i = 0; i < history; i++) {
        boolean user = i % 2 == 0;
        Event event =
            Event.builder()
                .id(Event.generateEventId())
                .invocationId("seed")
                .author(user ? USER : "agent")
                .content(content(user ? "user" : "model", texts.next()))
                .build();
        session = appended(session, event);
      }
    }
  }

  private Session appended(Session session, Event event) {
    sessions.appendEvent(session, event).blockingGet();
    return session;
  }

  @Override
  public Object turn(String conversation, String text) {
    return run(conversation, text, RunConfig.StreamingMode.NONE);
  }

  @Override
  public int stream(String conversation, int count) {
    deltas.set(count);
    return run(conversation, "stream", RunConfig.StreamingMode.SSE);
  }

  private int run(String conversation, String text, RunConfig.StreamingMode mode) {
    RunConfig config = RunConfig.builder().streamingMode(mode).build();
    int[] characters = new int[1];
    runner
        .runAsync(USER, conversation, Content.fromParts(Part.fromText(text)), config)
        .blockingForEach(
            event -> {
              if (event.partial().orElse(false)) {
                characters[0] +=
                    event.content().flatMap(GoogleAdkModelArm::text).orElse("").length();
              }
            });
    return characters[0];
  }

  private static Optional<String> text(Content content) {
    return content.parts().flatMap(parts -> parts.getFirst().text());
  }

  private static Content content(String role, String text) {
    return Content.builder().role(role).parts(Part.fromText(text)).build();
  }

  private static final class FakeModel extends BaseLlm {

    private final AtomicInteger deltas;

    private FakeModel(AtomicInteger deltas) {
      super("fake");
      this.deltas = deltas;
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      LlmResponse done = LlmResponse.builder().content(content("model", "ok")).build();
      return stream
          ? Flowable.range(0, deltas.get())
              .map(
                  i ->
                      LlmResponse.builder()
                          .partial(true)
                          .content(content("model", "delta"))
                          .build())
              .concatWith(Flowable.just(done))
          : Flowable.just(done);
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
      throw new UnsupportedOperationException("not live");
    }
  }
}
