package dev.adk4j.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.QuickRegistry;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.MutableClock;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Follows the walks of the architecture page: the classes that a walk lists are on the stacks of a
 * real turn, in this order.
 */
@Timeout(120)
class WalksTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c1");
  private static final GateActor BOSS = GateActor.of("boss", "acme");
  private static final Pattern STATION =
      Pattern.compile("^\\d+\\. `(\\w+)\\.java`", Pattern.MULTILINE);

  /** Classes from the outermost to the innermost, of each look in turn. */
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  private final MutableClock clock = MutableClock.create();
  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final TurnStore rows = TurnStore.inMemory(clock);
  private final TurnStore store =
      (TurnStore)
          Proxy.newProxyInstance(
              TurnStore.class.getClassLoader(),
              new Class<?>[] {TurnStore.class},
              (proxy, method, args) -> {
                look();
                try {
                  return method.invoke(rows, args);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
  private final Tool look =
      Tool.builder("look")
          .description("Looks.")
          .inputSchema("{\"type\":\"object\"}")
          .handler(
              (args, ctx, meta) -> {
                look();
                return ToolOutput.text("seen");
              })
          .build();

  private void look() {
    List<String> stack =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.startsWith("dev.adk4j."))
                        .map(name -> name.replaceAll("\\$.*|.*\\.", ""))
                        .toList());
    seen.addAll(stack.reversed());
  }

  private GateService gates() {
    return GateService.of(
        store,
        GateService.Options.DEFAULT.withAuthorizer((actor, gate) -> GateAuthorizer.Answer.grant()));
  }

  private AgentClient.Builder agent(GateService gates, Tool tool) {
    TurnRunner runner =
        TurnRunner.builder()
            .storage(storage)
            .gates(gates)
            .clock(clock)
            .callback(
                StoreMessageCallback.class,
                (ctx, message) -> {
                  look();
                  storage.storeMessage(ctx, message);
                })
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(10).toolCalls(10).build(),
                    new AcceptInput(),
                    (ctx, next) -> {
                      ctx.tools().register(tool, true);
                      next.proceed();
                    }))
            .executor(
                ScriptedExecutor.of(
                    Script.empty().callTool("look", Map.of()).nextIteration().say("Done.")))
            .build();
    return AgentClient.builder(runner)
        .name("looker")
        .systemPrompt("Look.")
        .actors(() -> Optional.of(BOSS));
  }

  @Test
  void aMessageGoesThroughTheClassesOfItsWalk() throws Exception {
    agent(gates(), look).build().conversation(SCOPE).send("Look.");
    assertWalk("A message");
  }

  @Test
  void aToolCallGoesThroughTheClassesOfItsWalk() throws Exception {
    agent(gates(), look).build().conversation(SCOPE).send("Look.");
    assertWalk("A tool call");
  }

  @Test
  void aDecisionGoesThroughTheClassesOfItsWalk() throws Exception {
    Tool guarded = look.toBuilder().guard(ApprovalGuard.required()).build();
    try (GateService gates = gates();
        AgentRegistry registry = AgentRegistry.of(gates)) {
      var asked =
          agent(gates, guarded).registry(registry).build().conversation(SCOPE).send("Look.");
      seen.clear();
      gates.decide(asked.gates().getFirst().id(), BOSS, GateDecision.resolve(true));
      ended(asked.turnId());
    }
    assertWalk("A decision on a gate");
  }

  /** A process that claimed the turn is never heard of again. */
  @Test
  void aTakeOverGoesThroughTheClassesOfItsWalk() throws Exception {
    String turn;
    try (GateService gates = gates();
        AgentRegistry registry = AgentRegistry.of(gates, new NoQueue())) {
      turn =
          agent(gates, look)
              .registry(registry)
              .build()
              .conversation(SCOPE)
              .durable()
              .send("Look.")
              .turnId();
    }
    assertThat(rows.claim("acme", turn, "gone", Duration.ofSeconds(30))).isPresent();
    clock.advance(Duration.ofMinutes(1));
    seen.clear();
    try (GateService gates = gates();
        AgentRegistry registry = QuickRegistry.of(gates)) {
      agent(gates, look).registry(registry).build();
      ended(turn);
    }
    assertWalk("A take-over");
  }

  private void ended(String turn) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> rows.find(SCOPE, turn).orElseThrow().state() == StoredTurn.State.COMPLETED);
  }

  private void assertWalk(String heading) throws IOException {
    String page = Files.readString(ArchitecturePageTests.PAGE);
    int from = page.indexOf("\n## " + heading + "\n");
    assertThat(from).as(heading).isPositive();
    String section = page.substring(from, page.indexOf("\n## ", from + 1));
    List<String> stations =
        STATION.matcher(section).results().map((MatchResult found) -> found.group(1)).toList();
    assertThat(stations).as("stations of the walk").hasSizeBetween(5, 10);
    assertThat(List.copyOf(seen)).containsSubsequence(stations);
  }

  /** Runs nothing: the process accepts turns for others. */
  private static final class NoQueue implements TurnQueue {

    @Override
    public void start(Worker worker) {}

    @Override
    public void enqueue(Turn turn, Transaction transaction) {}

    @Override
    public void wake(Turn turn) {}

    @Override
    public void close() {}
  }
}
