package dev.adk4j.springai.wire;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.prompt.PromptOptions;
import dev.adk4j.prompt.PromptOptions.Bucket;
import dev.adk4j.prompt.PromptRenderers;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.dialect.CacheMarks;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * An agent with eight tools, memories and retrieved texts that differ from turn to turn, over
 * Spring AI's own models. Each client is a process of its own; what they store is shared.
 */
final class CachedConversation implements AutoCloseable {

  private static final byte[] KEY = "the secret of all nodes of the test".getBytes();
  private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

  private final CachingProvider server;
  private final String provider;
  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final GateService gates =
      GateService.of(
          TurnStore.inMemory(),
          GateService.Options.DEFAULT.withAuthorizer((a, g) -> GateAuthorizer.Answer.grant()));
  private final TurnStore store = gates.store();
  private final List<AgentRegistry> processes = new ArrayList<>();

  boolean streamed = true;
  boolean behind = true;
  boolean recalls = true;
  boolean idsInTools;
  boolean oneToolMore;
  int step = 1;
  int window = 1000;
  CacheMarks marks = CacheMarks.SHORT;
  NonceSource nonces = NonceSource.keyed(KEY);
  List<DispatchMiddleware> middleware = List.of();

  CachedConversation(CachingProvider server, String provider) {
    this.server = server;
    this.provider = provider;
  }

  AgentClient client() {
    AgentRegistry waiting = AgentRegistry.of(gates);
    processes.add(waiting);
    List<DispatchMiddleware> pipeline = new ArrayList<>(List.of(new MaxIterations(8)));
    pipeline.addAll(middleware);
    TurnRunner runner =
        TurnRunner.builder()
            .storage(storage)
            .gates(gates)
            .tools(tools())
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(window).toolCalls(window).step(step).build(),
                    new AcceptInput(),
                    new Recall()))
            .dispatchInputPipeline(pipeline)
            .executor(
                ChatModelExecutor.builder(RecordedModels.of(provider, server.url()))
                    .options(options())
                    .assembler(new PromptAssembler(nonces, renderers()))
                    .build())
            .build();
    return AgentClient.builder(runner)
        .systemPrompt("You answer questions about orders. " + words("rule", 500))
        .registry(waiting)
        .actors(() -> Optional.of(GateActor.of("boss", "default")))
        .build();
  }

  private LlmExecutorOptions options() {
    List<Bucket> order =
        behind
            ? List.of(
                Bucket.STANDING_INSTRUCTIONS, Bucket.TIMELINE, Bucket.MEMORIES, Bucket.RETRIEVABLES)
            : Bucket.DEFAULT_ORDER;
    return LlmExecutorOptions.builder().autoAck(true).stream(streamed)
        .cacheMarks(marks)
        .prompt(PromptOptions.builder().bucketOrder(order).build())
        .build();
  }

  /** The list of call ids in the tools that read results, which the standard ones leave out. */
  private PromptRenderers renderers() {
    PromptRenderers standard = PromptRenderers.standard();
    PromptRenderers.Layer listing =
        below ->
            new PromptRenderers() {
              @Override
              public PromptRenderers below() {
                return below;
              }

              @Override
              public JsonValue schema(Tool tool) {
                return tool.inputSchema().json();
              }
            };
    return idsInTools ? listing.over(standard) : standard;
  }

  static String words(String word, int count) {
    StringBuilder words = new StringBuilder();
    IntStream.range(0, count).forEach(i -> words.append(word).append(i).append(' '));
    return words.toString();
  }

  private List<Tool> tools() {
    List<Tool> tools = new ArrayList<>();
    for (int i = 0; i < (oneToolMore ? 8 : 7); i++) {
      tools.add(tool("lookup" + i).build());
    }
    tools.add(tool("pay").guard(ApprovalGuard.required()).build());
    return tools;
  }

  private static Tool.Builder tool(String name) {
    return Tool.builder(name)
        .description("Does " + name + ". " + words("about", 20))
        .inputSchema(
            "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}")
        .handler(
            (args, ctx, meta) ->
                ToolOutput.text("Order " + args.path("n").asInt() + ": " + words("item", 40)));
  }

  void endProcesses() {
    processes.forEach(AgentRegistry::close);
    processes.clear();
  }

  @Override
  public void close() {
    endProcesses();
    gates.close();
  }

  /** What fits the newest question: three of ten memories and two texts that never come again. */
  private final class Recall implements TurnMiddleware {

    @Override
    public void handle(TurnContext ctx, Next next) throws Exception {
      int turn = recalls ? ctx.turnMessages().snapshot().size() : -1;
      for (int i = 0; turn >= 0 && i < 3; i++) {
        int which = (turn + i * 3) % 10;
        ctx.turnMemories()
            .add(
                Memory.builder()
                    .id("memory-" + which)
                    .content("The customer said: " + words("fact" + which + "-", 25))
                    .confidence(1)
                    .importance(1)
                    .createdAt(BEGIN)
                    .updatedAt(BEGIN)
                    .build());
      }
      for (int i = 0; turn >= 0 && i < 2; i++) {
        ctx.turnRetrievables()
            .add(
                Retrievable.builder()
                    .id("text-" + turn + "-" + i)
                    .content("Of the handbook: " + words("text" + turn + "-" + i + "-", 40))
                    .trustTier(TrustTier.FIRST_PARTY)
                    .createdAt(BEGIN)
                    .updatedAt(BEGIN)
                    .build());
      }
      next.proceed();
    }
  }
}
