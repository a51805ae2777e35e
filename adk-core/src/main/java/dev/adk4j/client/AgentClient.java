package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.Schedule;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to an agent. {@code ask} returns text or a value, {@code send} returns the answer
 * with all its data, and {@code stream} returns the events of the turn:
 *
 * <pre>{@code
 * String text = agent.ask("Hi");
 * Answer answer = agent.conversation("ann", "c-17").send("Refund order 4711.");
 * }</pre>
 *
 * <p>A call on the client is a turn in its own conversation that is not stored; {@link
 * TurnOptions#keep()} stores it. Calls on a {@link Conversation} are stored and see its earlier
 * messages. The client is a layer over a {@link TurnRunner} and uses only the runner's public
 * methods. The runner's middleware must accept the turn's input. Immutable, thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class AgentClient extends AgentVerbs {

  static final String DEFAULT_NAME = "agent";

  /** The same for all users of this client. */
  final PreparedTurns turns;

  private final @Nullable String user;

  private AgentClient(PreparedTurns turns, @Nullable String user) {
    this.turns = turns;
    this.user = user;
  }

  /**
   * Returns a client over an executor with everything in memory and an empty system prompt. Each
   * turn of a conversation sees its last 20 records of a kind, and ends after 20 iterations at the
   * latest. For first steps and tests.
   */
  public static AgentClient of(DispatchExecutor executor) {
    GateService gates = GateService.of(TurnStore.inMemory());
    TurnRunner runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .gates(gates)
            .executor(executor)
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(20).thoughts(20).toolCalls(20).build(),
                    new AcceptInput()))
            .dispatchInputPipeline(List.of(new MaxIterations(20)))
            .build();
    return builder(runner).systemPrompt("").registry(AgentRegistry.of(gates)).build();
  }

  public static Builder builder(TurnRunner runner) {
    return new Builder(runner);
  }

  /** Returns a builder with all settings of this client. */
  public Builder toBuilder() {
    return turns.settings().copy();
  }

  /**
   * Returns a client whose turns belong to this user: the turns see the user's memories, and the
   * user's limits apply.
   */
  public AgentClient asUser(String user) {
    return new AgentClient(turns, Objects.requireNonNull(user, "user"));
  }

  /**
   * Returns this agent as a tool for other agents, which send it a message and receive its answer:
   *
   * <pre>{@code
   * AgentClient supervisor =
   *     AgentClient.builder(runner)
   *         .name("supervisor")
   *         .systemPrompt("Ask the experts, then answer.")
   *         .addTools(research.asTool("research", "Finds facts in our documents."))
   *         .build();
   * }</pre>
   *
   * <p>Each call is a turn of this agent in its own conversation {@linkplain Scope#within within}
   * that of the calling turn: it has the same tenant and user, has the same budgets, and is erased
   * with that conversation. It is aborted with the calling turn. If it waits for decisions, the
   * calling turn waits with the same gates; the decision resumes both, also after a restart. Its
   * events are {@link dev.adk4j.event.AgentEvent.InnerEvent}s of the calling turn. Agents that call
   * each other more than five levels deep are instructed to answer.
   *
   * <p>Both agents need the same {@link AgentRegistry}, and different names.
   */
  public Tool asTool(String name, String description) {
    return asTool(name, description, () -> this);
  }

  /** Returns an agent as a tool that is built later; see {@link #asTool(String, String)}. */
  public static Tool asTool(String name, String description, Supplier<AgentClient> agent) {
    return new AgentCall(agent, false).tool(name, description);
  }

  /**
   * Returns a tool by which an agent hands the conversation over to this one: the turn continues in
   * the same conversation with the prompt and the tools of this agent, whose answer is the turn's.
   * The next message is sent to the first agent again. In all other respects the tool behaves like
   * that of {@link #asTool(String, String)}.
   *
   * @param description describes to the model when to hand over
   */
  public static Tool handoffTo(AgentClient agent, String description) {
    return handoffTo(agent.name(), description, () -> agent);
  }

  /**
   * Returns such a tool for an agent that is built later, for example if two agents hand over to
   * each other.
   *
   * @param agent the name of the agent; the tool's name is {@code hand_over_to_} followed by it
   */
  public static Tool handoffTo(String agent, String description, Supplier<AgentClient> later) {
    String name = "hand_over_to_" + agent.replaceAll("[^A-Za-z0-9_-]", "_");
    return new AgentCall(later, true).tool(name, description);
  }

  /**
   * Returns a conversation of the user; the scope resolver provides the tenant. The user is part of
   * the conversation's key, so two users may choose the same id.
   *
   * @param user the subject of its scope, from the server's side and never from a body
   * @param id the id, which may come from a client
   */
  public Conversation conversation(String user, String id) {
    return asUser(user).conversation(id);
  }

  /**
   * Returns a conversation of the user that {@link #asUser} or the scope resolver names.
   *
   * @throws AdkException {@code E_STORAGE_SCOPE_MISSING} if the client needs an owner and none is
   *     named; {@code VALIDATION_EXCEPTION} for an empty id
   */
  public Conversation conversation(String id) {
    Scope owner = owner();
    if (turns.settings().ownerRequired && owner.subject() == null) {
      throw AdkException.of(AdkErrorCode.E_STORAGE_SCOPE_MISSING)
          .message(
              "Nothing says whose conversation '"
                  + id
                  + "' is: call conversation(user, id) or asUser(user), declare a ScopeResolver, or"
                  + " add Spring Security, whose principal is the user then.")
          .args("subject")
          .build();
    }
    return conversation(owner, id);
  }

  /**
   * Returns the owner's conversation of this id, as {@link #conversation(String, String)} does with
   * the tenant of the client.
   *
   * @param owner tenant and subject, from the server's side; its conversation is ignored
   * @param id the id, which may come from a client
   */
  public Conversation conversation(Scope owner, String id) {
    // The id is checked alone: behind a user's name, an empty id would look like a key.
    Scope named = owner.withConversation(Objects.requireNonNull(id, "id"));
    return new Conversation(this, named.withConversation(key(owner.subject(), id)));
  }

  /**
   * Storage identifies a conversation by tenant and key; the key is the user's name, a slash and
   * the id.
   */
  private static String key(@Nullable String user, String id) {
    return user == null ? id : user.replace("%", "%25").replace("/", "%2F") + "/" + id;
  }

  /** Returns a conversation of exactly this scope, which must come from the server's side. */
  public Conversation conversation(Scope scope) {
    return new Conversation(this, Objects.requireNonNull(scope, "scope"));
  }

  /**
   * Sends a text to a conversation at the times of a cron expression in UTC. See {@link
   * Conversation#schedule} for more options.
   *
   * @param name the name of the schedule in its conversation
   */
  public Schedule schedule(String name, String cron, Conversation conversation, String input) {
    return conversation(conversation.scope()).schedule(name).cron(cron, ZoneOffset.UTC).send(input);
  }

  private Scope owner() {
    Scope resolved;
    try {
      resolved = turns.settings().owners.resolve(RawTurnContext.builder().systemPrompt("").build());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AdkException(
          AdkErrorCode.E_STORAGE_SCOPE_MISSING, "The ScopeResolver failed: " + e.getMessage(), e);
    }
    return user == null ? resolved : resolved.withSubject(user);
  }

  @Override
  PreparedTurn prepare(Message message, TurnOptions options) {
    Scope scope = owner().withConversation(Ids.next());
    return turns.prepare(scope, message, options, options.kept());
  }

  String name() {
    return turns.settings().name;
  }

  /**
   * Throws if another agent has the name: the agent of its name resumes a waiting turn, so the name
   * must be unique.
   */
  void checkName() {
    AgentClient known = registry().agents.get(turns.settings().name);
    if (known == null || known.turns != turns) {
      throw new IllegalStateException(
          "Another agent is named '"
              + turns.settings().name
              + "', too, and would go on with turns of this one: name them with"
              + " AgentClient.builder(…).name(…).");
    }
  }

  /** Returns the gates of the client's turns. */
  GateService gates() {
    return turns.runner().gates();
  }

  /** Returns true if turns end when they wait. */
  boolean parks() {
    return turns.settings().registry != null;
  }

  AgentRegistry registry() {
    AgentRegistry registry = turns.settings().registry;
    if (registry == null) {
      throw new IllegalStateException(
          "Turns of this client block at their gates: give its builder registry(…), and its"
              + " runner the same gates(…).");
    }
    return registry;
  }

  /** Returns the authenticated actor. */
  GateActor actor() {
    return turns
        .settings()
        .actors
        .get()
        .orElseThrow(
            () ->
                new AdkException(
                    AdkErrorCode.E_GATE_NOT_AUTHORIZED,
                    "Nobody is authenticated who could decide: call decide(gate, decision,"
                        + " actor), or give the client's builder actors(…)."));
  }

  /** Builds an {@link AgentClient}. */
  public static final class Builder extends AgentSettings {

    private Builder(TurnRunner runner) {
      this.runner = runner;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * @throws AdkException {@code VALIDATION_EXCEPTION} with everything that is wrong
     */
    public AgentClient build() {
      new Violations()
          .required(runner, "$.runner")
          .required(systemPrompt, "$.systemPrompt")
          .check(maxInput >= 1, "$.maxInput", "range", "must be at least 1")
          .check(maxQueued >= 0, "$.maxQueued", "range", "must not be negative")
          .check(!stall.isNegative(), "$.streamStall", "range", "must not be negative")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      Builder copy = copy();
      copy.tools = offered();
      copy.locks = registry == null ? locks : registry.locks;
      AgentClient client = new AgentClient(new PreparedTurns(copy), null);
      if (registry != null && registers) {
        registry.agents.register(client);
      }
      return client;
    }

    private Predicate<Tool> offered() {
      Set<String> own = ownTools.stream().map(Tool::name).collect(Collectors.toSet());
      return own.isEmpty() ? tools : tools.or(tool -> own.contains(tool.name()));
    }
  }
}
