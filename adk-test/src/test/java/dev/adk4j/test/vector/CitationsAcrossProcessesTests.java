package dev.adk4j.test.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.Answer;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.vector.retrieval.Citations.Reference;
import dev.adk4j.vector.retrieval.Citations.Verdict;
import dev.adk4j.vector.retrieval.CitedRetrieval;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns that wait in one process and go on in another one, over the same storage. */
@Timeout(60)
class CitationsAcrossProcessesTests {

  private static final GateActor BOSS = GateActor.of("boss", "default");

  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final GateService gates =
      GateService.of(
          TurnStore.inMemory(),
          GateService.Options.DEFAULT.withAuthorizer((a, g) -> GateAuthorizer.Answer.grant()));
  private final TurnStore store = gates.store();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> sources = new ArrayList<>();

  private static final Script SEARCHES_AND_PAYS =
      Script.empty()
          .callTool("search_documents", Map.of("query", "chair"))
          .nextIteration()
          .callTool("pay", Map.of());

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    gates.close();
  }

  private static Retriever guides() {
    return DocumentIndex.of(
            List.of(
                new SourceDocument("lamps.md", "# Lamps\nThe lamp is repaired within two weeks."),
                new SourceDocument(
                    "chairs.md", "# Chairs\n## Oak\nThe chair waits at the counter."),
                new SourceDocument("parking.md", "# Parking\nParking is free.")),
            TrustTier.FIRST_PARTY)
        .byWords();
  }

  /** One process: everything but the stores is its own. */
  private final class Process {

    final CitedRetrieval cited = CitedRetrieval.of(guides(), 1);
    final AgentClient client;
    private final AgentRegistry waiting;

    Process(boolean hydrates, Script script) {
      Tool pay =
          Tool.builder("pay")
              .description("Pays.")
              .inputSchema("{\"type\":\"object\",\"properties\":{}}")
              .handler((args, ctx, meta) -> ToolOutput.text("paid"))
              .guard(ApprovalGuard.required())
              .build();
      List<TurnMiddleware> pipeline = new ArrayList<>();
      pipeline.add(HydrateTurn.builder().messages(20).toolCalls(20).build());
      pipeline.add(new AcceptInput());
      if (hydrates) {
        pipeline.add(cited.inTurn());
      }
      pipeline.add(
          (ctx, next) -> {
            ctx.turnRetrievables().stream()
                .map(Retrievable::source)
                .flatMap(Optional::stream)
                .forEach(sources::add);
            next.proceed();
          });
      waiting = AgentRegistry.of(gates);
      open.add(waiting);
      client =
          AgentClient.builder(
                  TurnRunner.builder()
                      .storage(storage)
                      .gates(gates)
                      .tools(List.of(cited.tool(), pay))
                      .turnInputPipeline(pipeline)
                      .executor(ScriptedExecutor.of(script))
                      .build())
              .systemPrompt("")
              .registry(waiting)
              .actors(() -> Optional.of(BOSS))
              .build();
    }

    /** Otherwise this one might go on with the turn. */
    void stop() {
      waiting.close();
      open.remove(waiting);
    }

    Answer answer(Answer asked) {
      return client.conversation("ann", "c").decide(asked.gate(), true);
    }
  }

  private static List<String> verdicts(CitedRetrieval cited, Answer answer) {
    return cited.citations(answer).orElseThrow().references().stream()
        .map(CitationsAcrossProcessesTests::described)
        .toList();
  }

  private static String described(Reference reference) {
    return reference.number()
        + " "
        + reference.verdict()
        + " "
        + Optional.ofNullable(reference.passage()).map(p -> p.source() + p.titlePath()).orElse("-");
  }

  @Test
  void aTurnThatGoesOnElsewhereKeepsTheNumbersOfItsCalls() {
    Process first = new Process(false, SEARCHES_AND_PAYS);
    Answer asked = first.client.conversation("ann", "c").send("Pay for my chair and lamp.");
    assertThat(asked.status()).isEqualTo(Answer.Status.WAITING);
    first.stop();

    Process second =
        new Process(
            false,
            Script.empty()
                .callTool("search_documents", Map.of("query", "lamp"))
                .nextIteration()
                .callTool("search_documents", Map.of("query", "chair"))
                .nextIteration()
                .say("The chair waits at the counter [1]. The lamp is repaired [2]. See [3].")
                .ack());
    Answer answer = second.answer(asked);
    assertThat(answer.status()).isEqualTo(Answer.Status.COMPLETED);
    assertThat(verdicts(second.cited, answer))
        .containsExactly(
            "1 RIGHT chairs.md[Chairs, Oak]", "2 RIGHT lamps.md[Lamps]", "3 INVENTED -");
    assertThat(answer.toolCalls())
        .extracting(ToolCall::tool)
        .containsExactly("search_documents", "pay", "search_documents", "search_documents");
    assertThat(first.cited.citations(answer).orElseThrow().of(Verdict.RIGHT))
        .as("also where the turn began")
        .hasSize(2);
  }

  @Test
  void aTurnThatSearchesNothingElsewhereIsCheckedFromItsRecords() {
    Process first = new Process(false, SEARCHES_AND_PAYS);
    Answer asked = first.client.conversation("ann", "c").send("Pay for my chair.");
    first.stop();
    Process second =
        new Process(false, Script.empty().say("The chair waits at the counter [1]. Or [2].").ack());
    Answer answer = second.answer(asked);
    assertThat(verdicts(second.cited, answer))
        .containsExactly("1 RIGHT chairs.md[Chairs, Oak]", "2 INVENTED -");
  }

  @Test
  void retrievablesKeepTheirNumbersBesideThoseOfCalls() {
    Process first = new Process(true, SEARCHES_AND_PAYS);
    Answer asked = first.client.conversation("ann", "c").send("Is the lamp repaired?");
    assertThat(sources).containsExactly("[1] lamps.md#lamps");
    first.stop();
    Process second =
        new Process(
            true,
            Script.empty()
                .callTool("search_documents", Map.of("query", "parking"))
                .nextIteration()
                .say("Repaired within two weeks [1]. The chair waits [2]. Parking is free [3].")
                .ack());
    Answer answer = second.answer(asked);
    assertThat(sources).containsExactly("[1] lamps.md#lamps", "[1] lamps.md#lamps");
    assertThat(verdicts(second.cited, answer))
        .containsExactly(
            "1 RIGHT lamps.md[Lamps]",
            "2 RIGHT chairs.md[Chairs, Oak]",
            "3 RIGHT parking.md[Parking]");
  }

  @Test
  void theNextTurnCountsFromOneAgain() {
    Process first =
        new Process(
            true,
            Script.empty()
                .callTool("search_documents", Map.of("query", "chair"))
                .nextIteration()
                .say("At the counter [2].")
                .ack());
    first.client.conversation("ann", "c").send("Is the lamp repaired?");
    sources.clear();
    first.stop();
    Process second = new Process(true, Script.empty().say("Parking is free [1]. Or [2].").ack());
    Answer answer = second.client.conversation("ann", "c").send("Parking?");
    assertThat(sources).containsExactly("[1] parking.md#parking");
    assertThat(verdicts(second.cited, answer))
        .containsExactly("1 RIGHT parking.md[Parking]", "2 INVENTED -");
    assertThat(answer.toolCalls()).isEmpty();
  }
}
