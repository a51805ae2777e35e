package dev.adk4j.benchmarks.kill;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.Runner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Google's ADK with its runner, over sessions in rows of one's own, because it ships none for SQL,
 * behind a queue that retries. Each event is stored as it happens.
 */
public final class GoogleAdkKillArm extends QueuedKillArm {

  private static final String APP = "app";
  private static final String USER = "user";

  private final JdbcSessions sessions;
  private final Ledger ledger;
  private final Runner runner;

  GoogleAdkKillArm(DataSource dataSource, Ledger ledger) {
    super(dataSource);
    this.sessions = new JdbcSessions(dataSource);
    this.ledger = ledger;
    this.runner =
        Runner.builder()
            .agent(
                LlmAgent.builder()
                    .name("agent")
                    .model(new Model())
                    .tools(FunctionTool.create(new Cashier(ledger), "charge"))
                    .build())
            .appName(APP)
            .sessionService(sessions)
            .build();
  }

  /**
   * The tool.
   *
   * @param ledger charged by it
   */
  public record Cashier(Object ledger) {

    /** Charges. */
    @Schema(description = "Charges")
    public Map<String, Object> charge(
        @Schema(name = "turn") String turn, @Schema(name = "n") Integer n) {
      return Map.of("result", ((Ledger) ledger).charge(turn, n));
    }
  }

  @Override
  void turn(String turn) {
    // by hand
    if (ledger.keyed()) {
      String found = history(turn);
      if (found.endsWith("A")) {
        return;
      }
      if (found.contains("U")) {
        sessions.cut(turn, found.lastIndexOf('U'));
      }
    }
    // to here
    runner
        .runAsync(
            USER,
            turn,
            Content.fromParts(Part.fromText(FiveCharges.request(turn))),
            RunConfig.builder().autoCreateSession(true).build())
        .blockingSubscribe(
            event -> {},
            error -> {
              throw new IllegalStateException(error);
            });
  }

  private static final class Model extends BaseLlm {

    private Model() {
      super("fake");
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      return Flowable.fromCallable(() -> answer(request));
    }

    private static LlmResponse answer(LlmRequest request) {
      List<Part> parts =
          request.contents().stream()
              .flatMap(content -> content.parts().orElse(List.of()).stream())
              .toList();
      StringBuilder letters = new StringBuilder();
      String turn = "";
      for (Part part : parts) {
        letters.append(letter(part));
        if (part.text().filter(text -> text.startsWith("charge ")).isPresent()) {
          turn = FiveCharges.turn(part.text().get());
        }
      }
      int n = FiveCharges.next(letters.toString());
      Part answer = n == FiveCharges.CHARGES ? Part.fromText(FiveCharges.ANSWER) : call(turn, n);
      return LlmResponse.builder()
          .content(Content.builder().role("model").parts(answer).build())
          .build();
    }

    private static Part call(String turn, int n) {
      return Part.builder()
          .functionCall(
              FunctionCall.builder()
                  .id(turn + "-" + n)
                  .name("charge")
                  .args(Map.of("turn", turn, "n", n))
                  .build())
          .build();
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
      throw new UnsupportedOperationException("not live");
    }
  }

  private static String letter(Part part) {
    if (part.functionCall().isPresent()) {
      return "C";
    }
    if (part.functionResponse().isPresent()) {
      return "R";
    }
    return part.text().map(text -> text.startsWith("charge ") ? "U" : "A").orElse("");
  }

  @Override
  void createOwnTables() {
    sessions.createTables();
  }

  @Override
  public String history(String turn) {
    Session session = sessions.getSession(APP, USER, turn, Optional.empty()).blockingGet();
    StringBuilder letters = new StringBuilder();
    if (session != null) {
      for (Event event : session.events()) {
        event.content().flatMap(Content::parts).orElse(List.of()).stream()
            .map(GoogleAdkKillArm::letter)
            .forEach(letters::append);
      }
    }
    return letters.toString();
  }

  @Override
  public List<String> wholeHistories() {
    return List.of("U" + "CR".repeat(FiveCharges.CHARGES) + "A");
  }
}
