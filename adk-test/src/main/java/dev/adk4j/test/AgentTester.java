package dev.adk4j.test;

import dev.adk4j.answer.TypeRef;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.TurnOptions;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.loop.Tool;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.Tools;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tests an agent with a script instead of its model, in one line:
 *
 * <pre>{@code
 * Answer answer = agent.calls("pay", Map.of("amount", 5)).says("Paid.").send("Pay 5 euros.");
 * assertThat(answer).calledTool("pay").with("amount", 5).answered("paid 5");
 * }</pre>
 *
 * <p>A call that needs an approval waits for it, and the script continues afterwards:
 *
 * <pre>{@code
 * Answer asked = agent.calls("refund", Map.of("order", "4711")).says("Done.").send("Refund it.");
 * assertThat(asked).isWaiting().forTool("refund").with("order", "4711");
 * assertThat(agent.approve(asked)).hasText("Done.");
 * }</pre>
 *
 * <p>The agent's executor must be a {@link ScriptedExecutor}. The script belongs to the turn, so
 * tests may run concurrently. Without a script, the executor follows its own. A turn without a
 * conversation is stored in a separate one. Immutable: every method that adds to the script or sets
 * a conversation returns another tester.
 *
 * @since 0.1.0
 */
public final class AgentTester {

  private static final long PATIENCE_SECONDS = 60;

  private final AgentClient client;
  private final @Nullable Conversation conversation;
  private final @Nullable Script script;

  /** Conversations of waiting turns, shared by all testers derived from one. */
  private final Map<String, Conversation> waiting;

  private AgentTester(
      AgentClient client,
      @Nullable Conversation conversation,
      @Nullable Script script,
      Map<String, Conversation> waiting) {
    this.client = client;
    this.conversation = conversation;
    this.script = script;
    this.waiting = waiting;
  }

  /** Returns a tester of the client's agent, whose executor must be a {@link ScriptedExecutor}. */
  public static AgentTester of(AgentClient client) {
    return new AgentTester(client, null, null, new ConcurrentHashMap<>());
  }

  /**
   * Returns a tester of a new agent with these tools, entirely in memory.
   *
   * @param tools each a {@link Tool}, or an object with tool methods
   */
  public static AgentTester withTools(Object... tools) {
    List<Tool> all =
        Arrays.stream(tools)
            .flatMap(one -> (one instanceof Tool tool ? List.of(tool) : Tools.of(one)).stream())
            .toList();
    TurnRunner.Builder runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .tools(all)
            .executor(ScriptedExecutor.saying("ok"))
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(200).toolCalls(200).build(), new AcceptInput()));
    boolean asks = all.stream().anyMatch(tool -> tool.guard().isPresent());
    return of(
        asks ? withGates(runner) : AgentClient.builder(runner.build()).systemPrompt("").build());
  }

  private static AgentClient withGates(TurnRunner.Builder runner) {
    GateService gates = GateService.of(TurnStore.inMemory());
    return AgentClient.builder(runner.gates(gates).build())
        .systemPrompt("")
        .registry(AgentRegistry.of(gates))
        .build();
  }

  /** Returns a tester whose turns belong to this conversation of the user. */
  public AgentTester conversation(String user, String id) {
    return new AgentTester(client, client.conversation(user, id), script, waiting);
  }

  /** Lets the model call a tool and receive its result in its next step. */
  public AgentTester calls(String tool, Object args) {
    return script(script -> script.callTool(tool, args).nextIteration());
  }

  /** Lets the model say these texts, one delta after the other. */
  public AgentTester says(String... deltas) {
    return script(script -> script.say(deltas));
  }

  /** Lets the model answer with a value, in the requested form. */
  public AgentTester answers(Object value) {
    return script(script -> script.answer(value));
  }

  /** Adds any other step to the script. */
  public AgentTester script(UnaryOperator<Script> more) {
    return new AgentTester(
        client, conversation, more.apply(script == null ? Script.empty() : script), waiting);
  }

  /** Sends a user's text, waits for the outcome and returns it. */
  public Answer send(String text) {
    Answer answer = inTurn(o -> sent(text, o));
    if (conversation != null && answer.status() == Answer.Status.WAITING) {
      waiting.put(answer.turnId(), conversation);
    }
    return answer;
  }

  private Answer sent(String text, Consumer<TurnOptions> options) {
    if (conversation != null) {
      return conversation.send(text, options);
    }
    AgentStream stream = client.stream(text, options);
    Answer answer = joined(stream.answer());
    if (answer.status() == Answer.Status.WAITING) {
      waiting.put(answer.turnId(), client.conversation(stream.scope()));
    }
    return answer;
  }

  /**
   * Approves all calls that an answer of {@link #send} waits for, and returns the next answer. The
   * user approves the calls that the user confirms; another person with the role required by the
   * tool approves the others.
   */
  public Answer approve(Answer asked) {
    return decide(asked, GateDecision.resolve(true), null);
  }

  /** Approves as the given actor, for example one with the configured authorities. */
  public Answer approve(Answer asked, GateActor actor) {
    return decide(asked, GateDecision.resolve(true), actor);
  }

  /** Refuses all calls, with the actors of {@link #approve(Answer)}; the model is informed. */
  public Answer reject(Answer asked) {
    return decide(asked, GateDecision.resolve(false), null);
  }

  /** Refuses as the given actor. */
  public Answer reject(Answer asked, GateActor actor) {
    return decide(asked, GateDecision.resolve(false), actor);
  }

  private Answer decide(Answer asked, GateDecision decision, @Nullable GateActor actor) {
    Conversation waits = waiting.get(asked.turnId());
    if (waits == null || asked.gates().isEmpty()) {
      throw new IllegalStateException(
          "Turn " + asked.turnId() + " is not waiting, or was not sent by this tester.");
    }
    Answer next = asked;
    for (WaitingGate gate : asked.gates()) {
      next = waits.decide(gate.id(), decision, actor == null ? decider(gate, waits) : actor);
    }
    return next;
  }

  private static GateActor decider(WaitingGate gate, Conversation conversation) {
    Scope scope = conversation.scope();
    String[] reason = gate.reason().split(":", 2);
    String name =
        reason[0].equals(ApprovalGuard.CONFIRMATION) && scope.subject() != null
            ? scope.subject()
            : "approver of " + scope.subject();
    return GateActor.of(
        name, scope.tenant(), reason.length == 1 ? new String[0] : new String[] {reason[1]});
  }

  /** Requests a text. */
  public String ask(String text) {
    return inTurn(o -> conversation == null ? client.ask(text, o) : conversation.ask(text, o));
  }

  /** Requests a value. */
  public <T> T ask(String text, Class<T> type) {
    return inTurn(
        o -> conversation == null ? client.ask(text, type, o) : conversation.ask(text, type, o));
  }

  /** Requests a value of a generic type. */
  public <T> T ask(String text, TypeRef<T> type) {
    return inTurn(
        o -> conversation == null ? client.ask(text, type, o) : conversation.ask(text, type, o));
  }

  /** Streams the answer to its end and returns all events. A failed turn throws its error. */
  public List<AgentEvent> stream(String text) {
    return inTurn(
        o -> all(conversation == null ? client.stream(text, o) : conversation.stream(text, o)));
  }

  private <T> T inTurn(Turn<T> turn) {
    if (script == null) {
      return turn.run(TurnOptions::keep);
    }
    AtomicBoolean followed = new AtomicBoolean();
    Script noted = script.first((ctx, helpers) -> followed.set(true));
    T answer = turn.run(options -> options.keep().stash(Script.STASH_KEY, noted));
    if (!followed.get()) {
      throw new IllegalStateException(
          "The agent did not follow the script: its executor is not a ScriptedExecutor.");
    }
    return answer;
  }

  private static List<AgentEvent> all(AgentStream stream) {
    CompletableFuture<List<AgentEvent>> events = new CompletableFuture<>();
    stream.subscribe(new Collector(events, new ArrayList<>()));
    return joined(events);
  }

  private static <T> T joined(CompletableFuture<T> future) {
    try {
      return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failed ? failed : e;
    }
  }

  private interface Turn<T> {
    T run(Consumer<TurnOptions> options);
  }

  private record Collector(CompletableFuture<List<AgentEvent>> result, List<AgentEvent> events)
      implements Flow.Subscriber<AgentEvent> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(AgentEvent event) {
      events.add(event);
    }

    @Override
    public void onError(Throwable error) {
      result.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      result.complete(List.copyOf(events));
    }
  }
}
