package dev.adk4j.client;

import dev.adk4j.abort.AbortController;
import dev.adk4j.answer.AnswerType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateActor;
import dev.adk4j.guard.Guards;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.Schedule;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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

  private final Settings settings;
  private final @Nullable String user;

  /** The memo of a turn without options, which most turns use. */
  private final JsonValue plainMemo;

  private AgentClient(Settings settings, @Nullable String user, JsonValue plainMemo) {
    this.settings = settings;
    this.user = user;
    this.plainMemo = plainMemo;
  }

  private record Settings(
      TurnRunner runner,
      Tokenizable systemPrompt,
      List<Tokenizable> standingInstructions,
      Map<String, ?> stash,
      Predicate<Tool> tools,
      List<Tool> ownTools,
      InputLimit maxInput,
      RequestLimits limits,
      ScopeResolver owners,
      boolean ownerRequired,
      Function<GenerationStats, Optional<BigDecimal>> prices,
      Duration stall,
      String name,
      @Nullable AgentRegistry registry,
      WhileWaiting whileWaiting,
      ConversationLocks locks,
      Supplier<Optional<GateActor>> actors,
      int maxQueued) {}

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
    return new Builder(settings);
  }

  /**
   * Returns a client whose turns belong to this user: the turns see the user's memories, and the
   * user's limits apply.
   */
  public AgentClient asUser(String user) {
    return new AgentClient(settings, Objects.requireNonNull(user, "user"), plainMemo);
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
    return AgentCall.asking(name, description, agent);
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
    return AgentCall.handingOver(
        "hand_over_to_" + agent.replaceAll("[^A-Za-z0-9_-]", "_"), description, later);
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
    if (settings.ownerRequired() && owner.subject() == null) {
      throw AdkException.of(AdkErrorCode.E_STORAGE_SCOPE_MISSING)
          .message(
              "Nothing says whose conversation '"
                  + id
                  + "' is: call conversation(user, id) or asUser(user), declare a ScopeResolver, or"
                  + " add Spring Security, whose principal is the user then.")
          .args("subject")
          .build();
    }
    // The id is checked alone: behind a user's name, an empty id would look like a key.
    Scope named = owner.withConversation(Objects.requireNonNull(id, "id"));
    return new Conversation(this, named.withConversation(key(owner.subject(), id)));
  }

  /**
   * Returns the owner's conversation of this id, as {@link #conversation(String, String)} does with
   * the tenant of the client.
   *
   * @param owner tenant and subject, from the server's side; its conversation is ignored
   * @param id the id, which may come from a client
   */
  public Conversation conversation(Scope owner, String id) {
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
      resolved = settings.owners().resolve(RawTurnContext.builder().systemPrompt("").build());
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
    return prepare(owner().withConversation(Ids.next()), message, options, options.kept());
  }

  PreparedTurn prepare(Scope scope, Message message, TurnOptions options, boolean stored) {
    Objects.requireNonNull(message, "message");
    settings.maxInput().check(List.of(message));
    AgentRegistry registry = settings.registry();
    RawTurnContext.Builder raw = raw(options, stored).scope(scope).input(message).stored(stored);
    if (registry != null && options.waitForGates() == null) {
      raw.parkApprovals(true).parkingMemo(memo(options));
    }
    return new PreparedTurn(
        settings.runner(),
        scope,
        raw.build(),
        () -> accept(scope, stored ? registry : null, options),
        collector(message, options),
        options.waitForGates());
  }

  /** Accepts a durable turn; see {@link DurableConversation}. */
  AcceptedTurn accept(
      Scope scope,
      Message message,
      TurnOptions options,
      @Nullable String key,
      int priority,
      TurnQueue.@Nullable Transaction within) {
    AgentRegistry turns = registry();
    StoredTurn turn = request(scope, message, options, key, priority);
    StoredTurn known = turns.accepted(turn).orElse(null);
    if (known != null) {
      return new AcceptedTurn(turns, scope, known.turnId(), false);
    }
    clear(scope, turns, options);
    settings.limits().accept(scope);
    return accept(turns, turn, within);
  }

  private void clear(Scope scope, AgentRegistry turns, TurnOptions options) {
    Admission.Rule rule = rule(scope, turns, options);
    if (rule != null) {
      rule.accept();
    }
  }

  private AcceptedTurn accept(
      AgentRegistry turns, StoredTurn turn, TurnQueue.@Nullable Transaction within) {
    TurnStore.Accepted accepted = turns.accept(turn, settings.maxQueued(), within);
    return new AcceptedTurn(turns, turn.scope(), accepted.turn().turnId(), accepted.isNew());
  }

  /**
   * Passes a message to the durable turn of the conversation that runs, waits, or is next.
   *
   * @param orSend true to make the message the next turn if no such turn exists
   */
  AcceptedTurn steer(Scope scope, Message message, @Nullable String key, boolean orSend) {
    Objects.requireNonNull(message, "message");
    AgentRegistry turns = registry();
    settings.maxInput().check(List.of(message));
    TurnOptions options = new TurnOptions();
    StoredTurn asked =
        DurableRequest.turn(scope, message, options.durableMemo(settings.name()).json(), key);
    StoredTurn known = turns.accepted(asked).orElse(null);
    if (known != null) {
      return new AcceptedTurn(turns, scope, known.turnId(), false);
    }
    settings.limits().accept(scope);
    String reached =
        turns.steer(scope, DurableRequest.letter(asked), settings.maxQueued()).orElse(null);
    if (reached != null) {
      return new AcceptedTurn(turns, scope, reached, false);
    }
    if (!orSend) {
      throw AdkException.of(AdkErrorCode.E_NO_TURN_RUNS)
          .message(
              "No durable turn of this conversation works that could take the message: send it"
                  + " with durable().steerOrSend(…), which makes it the next turn.")
          .build();
    }
    checkName();
    clear(scope, turns, options);
    return accept(turns, asked, null);
  }

  /** Returns the stored form of a requested durable turn. */
  StoredTurn request(
      Scope scope, Message message, TurnOptions options, @Nullable String key, int priority) {
    Objects.requireNonNull(message, "message");
    checkName();
    settings.maxInput().check(List.of(message));
    JsonValue memo = options.durableMemo(settings.name()).json();
    return DurableRequest.turn(scope, message, DurableRequest.prioritized(memo, priority), key);
  }

  private JsonValue memo(TurnOptions options) {
    return options.isMemorable() ? options.memo(settings.name()).json() : plainMemo;
  }

  /** Returns a turn that a tool runs. It waits for no other turn, and no limit counts it. */
  PreparedTurn inner(
      InnerTurn inner,
      Scope scope,
      @Nullable Message message,
      List<Message> input,
      @Nullable String instruction,
      TurnSnapshot.Outer outer,
      AbortController abort) {
    settings.maxInput().check(message == null ? List.of() : input);
    TurnOptions options = new TurnOptions().within(outer);
    if (instruction != null) {
      options.instruction(instruction);
    }
    AnswerType<?> type = inner.handsOver() ? AnswerType.in(inner.ctx().stash()) : null;
    if (type != null) {
      options.answer(type);
    }
    RawTurnContext.Builder raw =
        raw(options, outer.stored())
            .scope(scope)
            .turnId(inner.callId())
            .turnAbortController(abort)
            .input(input)
            .stored(outer.stored());
    if (inner.ctx().parksApprovals() && parks()) {
      raw.parkApprovals(true).parkingMemo(memo(options));
    }
    return new PreparedTurn(
        settings.runner(),
        scope,
        raw.build(),
        () -> Admission.OF_INNER,
        collector(message, options),
        options.waitForGates());
  }

  String name() {
    return settings.name();
  }

  /**
   * Throws if another agent has the name: the agent of its name resumes a waiting turn, so the name
   * must be unique.
   */
  void checkName() {
    AgentClient known = registry().agent(settings.name());
    if (known == null || known.settings != settings) {
      throw new IllegalStateException(
          "Another agent is named '"
              + settings.name()
              + "', too, and would go on with turns of this one: name them with"
              + " AgentClient.builder(…).name(…).");
    }
  }

  /** Returns the gates of the client's turns. */
  GateService gates() {
    return settings.runner().gates();
  }

  /** Returns true if turns end when they wait. */
  boolean parks() {
    return settings.registry() != null;
  }

  private RawTurnContext.Builder raw(TurnOptions options, boolean stored) {
    Predicate<Tool> chosen = options.toolFilter();
    Predicate<Tool> offered = chosen == null ? settings.tools() : settings.tools().and(chosen);
    List<Tool> tools = new ArrayList<>(settings.ownTools());
    tools.addAll(options.callerTools(settings.ownTools()));
    Map<String, Object> stash = options.stashOver(settings.stash());
    Map<String, Object> nesting = options.nesting(stored);
    if (!nesting.isEmpty()) {
      stash.put(AgentContext.OUTER_TURN, nesting);
    }
    return RawTurnContext.builder()
        .agent(settings.name())
        .systemPrompt(settings.systemPrompt())
        .standingInstructions(settings.standingInstructions())
        .standingInstructions(options.instructions())
        .stash(stash)
        .tools(tools)
        .requiredTools(options.toolNames())
        .toolFilter(offered.or(CallerTools::isOne));
  }

  private AnswerCollector collector(@Nullable Message message, TurnOptions options) {
    AgentRegistry registry = settings.registry();
    return new AnswerCollector(
        message,
        options.answerOver(settings.stash()),
        settings.prices(),
        turn -> registry == null ? List.of() : registry.gates(turn));
  }

  private Admission accept(Scope scope, @Nullable AgentRegistry registry, TurnOptions options) {
    Admission.Rule rule = rule(scope, registry, options);
    return Admission.of(settings.locks().enter(scope), () -> settings.limits().turn(scope), rule);
  }

  private Admission.@Nullable Rule rule(
      Scope scope, @Nullable AgentRegistry registry, TurnOptions options) {
    WhileWaiting chosen = options.whileWaiting();
    return registry == null
        ? null
        : new Admission.Rule(
            registry, scope, chosen == null ? settings.whileWaiting() : chosen, stopper(scope));
  }

  /** Returns the authenticated actor, or else the conversation's user. */
  GateActor stopper(Scope scope) {
    return settings.actors().get().orElseGet(() -> sender(scope));
  }

  /**
   * Returns the turn itself as actor, in the name of the conversation's user, since no user is
   * authenticated.
   */
  private static GateActor sender(Scope scope) {
    return GateActor.of(scope.subject(), scope.tenant(), List.of(), GateActor.TURN);
  }

  /** Returns the turn that resumes after its gates were decided. */
  PreparedTurn resumed(StoredTurn turn, TurnSnapshot memo) {
    TurnOptions options = TurnOptions.of(memo);
    List<Message> input =
        turn.phase() == StoredTurn.Phase.ACCEPTED ? DurableRequest.input(turn) : List.of();
    RawTurnContext raw = raw(options, true).parkApprovals(true).input(input).resume(turn).build();
    if (memo.outer() != null) {
      return new PreparedTurn(
          settings.runner(),
          turn.scope(),
          raw,
          () -> Admission.OF_INNER,
          collector(null, options),
          null);
    }
    return new PreparedTurn(
        settings.runner(),
        turn.scope(),
        raw,
        () ->
            Admission.of(
                settings.locks().enterFirst(turn.scope()),
                () ->
                    turn.isDurable()
                        ? settings.limits().run(turn.scope())
                        : settings.limits().turn(turn.scope()),
                null),
        collector(input.isEmpty() ? null : input.getLast(), options),
        null);
  }

  AgentRegistry registry() {
    AgentRegistry registry = settings.registry();
    if (registry == null) {
      throw new IllegalStateException(
          "Turns of this client block at their gates: give its builder registry(…), and its"
              + " runner the same gates(…).");
    }
    return registry;
  }

  /** Returns the authenticated actor. */
  GateActor actor() {
    return settings
        .actors()
        .get()
        .orElseThrow(
            () ->
                AdkException.of(AdkErrorCode.E_GATE_NOT_AUTHORIZED)
                    .message(
                        "Nobody is authenticated who could decide: call decide(gate, decision,"
                            + " actor), or give the client's builder actors(…).")
                    .build());
  }

  @Override
  AgentStream streaming(PreparedTurn turn) {
    return new TurnStream(turn, settings.stall());
  }

  /** Builds an {@link AgentClient}. */
  public static final class Builder {

    private final List<Tokenizable> standingInstructions = new ArrayList<>();
    private @Nullable TurnRunner runner;
    private @Nullable Tokenizable systemPrompt;
    private Map<String, ?> stash = Map.of();
    private Predicate<Tool> tools = tool -> true;
    private final List<Tool> ownTools = new ArrayList<>();
    private int maxInput = Integer.MAX_VALUE;
    private RequestLimits limits = RequestLimits.none();
    private ScopeResolver owners = raw -> Scope.DEFAULT;
    private boolean ownerRequired;
    private Function<GenerationStats, Optional<BigDecimal>> prices = stats -> Optional.empty();
    private Duration stall = Duration.ofSeconds(10);
    private String name = DEFAULT_NAME;
    private @Nullable AgentRegistry registry;
    private boolean registers;
    private WhileWaiting whileWaiting = WhileWaiting.REFUSE;
    private ConversationLocks locks = new ConversationLocks();
    private Supplier<Optional<GateActor>> actors = Optional::empty;
    private int maxQueued = 100;

    private Builder(@Nullable TurnRunner runner) {
      this.runner = runner;
    }

    private Builder(Settings from) {
      this.runner = from.runner();
      this.systemPrompt = from.systemPrompt();
      this.standingInstructions.addAll(from.standingInstructions());
      this.stash = from.stash();
      this.tools = from.tools();
      this.ownTools.addAll(from.ownTools());
      this.maxInput = from.maxInput().bytes();
      this.limits = from.limits();
      this.owners = from.owners();
      this.ownerRequired = from.ownerRequired();
      this.prices = from.prices();
      this.stall = from.stall();
      this.name = from.name();
      this.registry = from.registry();
      this.whileWaiting = from.whileWaiting();
      this.locks = from.locks();
      this.actors = from.actors();
      this.maxQueued = from.maxQueued();
    }

    /** Sets the runner of the turns. */
    public Builder runner(TurnRunner runner) {
      this.runner = Objects.requireNonNull(runner, "runner");
      return this;
    }

    /** Sets the system prompt. Required; may be empty. */
    public Builder systemPrompt(String systemPrompt) {
      return systemPrompt(Tokenizable.of(systemPrompt));
    }

    /** Sets the system prompt, which may be dynamic. */
    public Builder systemPrompt(Tokenizable systemPrompt) {
      this.systemPrompt = systemPrompt;
      return this;
    }

    /** Adds instructions to the start of every turn. */
    public Builder standingInstructions(String... standingInstructions) {
      Arrays.stream(standingInstructions)
          .map(Tokenizable::of)
          .forEach(this.standingInstructions::add);
      return this;
    }

    /** Sets the initial entries of every turn's stash. */
    public Builder stash(Map<String, ?> stash) {
      this.stash = new LinkedHashMap<>(stash);
      return this;
    }

    /** Sets another model of the provider, for turns whose options name none. */
    public Builder model(String name) {
      this.stash = new TurnOptions().model(name).stashOver(stash);
      return this;
    }

    /**
     * Applies only the runner's guards with these names; all by default. A name that the runner's
     * {@link Guards} do not have fails the turn.
     */
    public Builder guards(String... names) {
      Map<String, Object> more = new LinkedHashMap<>(stash);
      more.put(Guards.STASH_KEY, List.of(names));
      this.stash = more;
      return this;
    }

    /**
     * Offers only the tools that the predicate accepts; all of the runner's by default. Options of
     * a turn select from these.
     */
    public Builder tools(Predicate<Tool> tools) {
      this.tools = Objects.requireNonNull(tools, "tools");
      return this;
    }

    /** Adds tools of this agent to those of the runner, such as other agents. */
    public Builder addTools(Tool... tools) {
      this.ownTools.addAll(Arrays.asList(tools));
      return this;
    }

    private Predicate<Tool> offered() {
      Set<String> own = ownTools.stream().map(Tool::name).collect(Collectors.toSet());
      return own.isEmpty() ? tools : tools.or(tool -> own.contains(tool.name()));
    }

    /**
     * Limits the text of a message, in bytes of UTF-8. A larger message is refused with {@code
     * E_INPUT_TOO_LARGE} before a turn starts. No limit by default. Attachments are not counted.
     */
    public Builder maxInput(int bytes) {
      this.maxInput = bytes;
      return this;
    }

    /**
     * Limits the number of open turns, and of turns started in an hour. A turn over a limit is
     * refused with a {@link dev.adk4j.limit.LimitException} before it starts. No limits by default.
     */
    public Builder limits(RequestLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Sets the resolver of the tenant, and of the user if no other source names one, for
     * conversations requested by id. The default is the default tenant and no user.
     */
    public Builder owners(ScopeResolver owners) {
      this.owners = Objects.requireNonNull(owners, "owners");
      return this;
    }

    /** Refuses {@code conversation(id)} if no source names a user. False by default. */
    public Builder ownerRequired(boolean ownerRequired) {
      this.ownerRequired = ownerRequired;
      return this;
    }

    /**
     * Sets the function that returns the cost of a generation for {@link Answer#cost()}; no prices
     * by default.
     */
    public Builder prices(Function<GenerationStats, Optional<BigDecimal>> prices) {
      this.prices = Objects.requireNonNull(prices, "prices");
      return this;
    }

    /**
     * Limits how long the first subscriber of a stream may slow its turn; 10 seconds by default.
     */
    public Builder streamStall(Duration stall) {
      this.stall = Objects.requireNonNull(stall, "stall");
      return this;
    }

    /** Sets the name of the agent; the agent of its name resumes a waiting turn. */
    public Builder name(String name) {
      this.name = Objects.requireNonNull(name, "name");
      this.registers = true;
      return this;
    }

    /**
     * Registers the agent under its name when it is built, so that its stored turns can be resumed.
     * Turns whose calls need an approval then end as {@link Answer.Status#WAITING}, instead of
     * blocking. The runner needs the {@code gates} of the registry. By default, turns block.
     *
     * <p>A client that {@link AgentClient#toBuilder} derives is registered only if it is given its
     * own name.
     */
    public Builder registry(@Nullable AgentRegistry registry) {
      this.registry = registry;
      this.registers = true;
      return this;
    }

    /**
     * Defines how a message is handled while a turn of its conversation waits; {@link
     * WhileWaiting#REFUSE} by default. The options of a turn take precedence.
     */
    public Builder whileWaiting(WhileWaiting whileWaiting) {
      this.whileWaiting = Objects.requireNonNull(whileWaiting, "whileWaiting");
      return this;
    }

    /**
     * Limits the durable turns that are queued in a conversation behind the running one; 100 by
     * default. A turn over the limit is refused with {@code E_LIMIT_REACHED}.
     */
    public Builder maxQueued(int turns) {
      this.maxQueued = turns;
      return this;
    }

    /** Sets the supplier of the authenticated user who decides; none by default. */
    public Builder actors(Supplier<Optional<GateActor>> actors) {
      this.actors = Objects.requireNonNull(actors, "actors");
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
      AgentClient client =
          new AgentClient(
              new Settings(
                  Objects.requireNonNull(runner),
                  Objects.requireNonNull(systemPrompt),
                  List.copyOf(standingInstructions),
                  stash,
                  offered(),
                  List.copyOf(ownTools),
                  new InputLimit(maxInput),
                  limits,
                  owners,
                  ownerRequired,
                  prices,
                  stall,
                  name,
                  registry,
                  whileWaiting,
                  registry == null ? locks : registry.locks(),
                  actors,
                  maxQueued),
              null,
              new TurnOptions().memo(name).json());
      if (registry != null && registers) {
        registry.register(client);
      }
      return client;
    }
  }
}
