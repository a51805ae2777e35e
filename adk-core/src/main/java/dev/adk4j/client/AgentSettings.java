package dev.adk4j.client;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateActor;
import dev.adk4j.guard.Guards;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.Tool;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds the settings of an {@link AgentClient}, which has a copy that no other code changes. */
abstract class AgentSettings implements Cloneable {

  List<Tokenizable> standingInstructions = new ArrayList<>();
  @Nullable TurnRunner runner;
  @Nullable Tokenizable systemPrompt;
  Map<String, ?> stash = Map.of();
  Predicate<Tool> tools = tool -> true;
  List<Tool> ownTools = new ArrayList<>();
  int maxInput = Integer.MAX_VALUE;
  RequestLimits limits = RequestLimits.none();
  ScopeResolver owners = raw -> Scope.DEFAULT;
  boolean ownerRequired;
  Function<GenerationStats, Optional<BigDecimal>> prices = stats -> Optional.empty();
  Duration stall = Duration.ofSeconds(10);
  String name = AgentClient.DEFAULT_NAME;
  @Nullable AgentRegistry registry;
  boolean registers;
  WhileWaiting whileWaiting = WhileWaiting.REFUSE;
  ConversationLocks locks = new ConversationLocks();
  Supplier<Optional<GateActor>> actors = Optional::empty;
  int maxQueued = 100;

  abstract AgentClient.Builder self();

  final AgentClient.Builder copy() {
    try {
      AgentClient.Builder copy = (AgentClient.Builder) clone();
      copy.standingInstructions = new ArrayList<>(standingInstructions);
      copy.ownTools = new ArrayList<>(ownTools);
      copy.registers = false;
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Sets the runner of the turns. */
  public AgentClient.Builder runner(TurnRunner runner) {
    this.runner = Objects.requireNonNull(runner, "runner");
    return self();
  }

  /** Sets the system prompt. Required; may be empty. */
  public AgentClient.Builder systemPrompt(String systemPrompt) {
    return systemPrompt(Tokenizable.of(systemPrompt));
  }

  /** Sets the system prompt, which may be dynamic. */
  public AgentClient.Builder systemPrompt(Tokenizable systemPrompt) {
    this.systemPrompt = systemPrompt;
    return self();
  }

  /** Adds instructions to the start of every turn. */
  public AgentClient.Builder standingInstructions(String... standingInstructions) {
    Arrays.stream(standingInstructions)
        .map(Tokenizable::of)
        .forEach(this.standingInstructions::add);
    return self();
  }

  /** Sets the initial entries of every turn's stash. */
  public AgentClient.Builder stash(Map<String, ?> stash) {
    this.stash = new LinkedHashMap<>(stash);
    return self();
  }

  /** Sets another model of the provider, for turns whose options name none. */
  public AgentClient.Builder model(String name) {
    this.stash = new TurnOptions().model(name).stashOver(stash);
    return self();
  }

  /**
   * Applies only the runner's guards with these names; all by default. A name that the runner's
   * {@link Guards} do not have fails the turn.
   */
  public AgentClient.Builder guards(String... names) {
    Map<String, Object> more = new LinkedHashMap<>(stash);
    more.put(Guards.STASH_KEY, List.of(names));
    this.stash = more;
    return self();
  }

  /**
   * Offers only the tools that the predicate accepts; all of the runner's by default. Options of a
   * turn select from these.
   */
  public AgentClient.Builder tools(Predicate<Tool> tools) {
    this.tools = Objects.requireNonNull(tools, "tools");
    return self();
  }

  /** Adds tools of this agent to those of the runner, such as other agents. */
  public AgentClient.Builder addTools(Tool... tools) {
    this.ownTools.addAll(Arrays.asList(tools));
    return self();
  }

  /**
   * Limits the text of a message, in bytes of UTF-8. A larger message is refused with {@code
   * E_INPUT_TOO_LARGE} before a turn starts. No limit by default. Attachments are not counted.
   */
  public AgentClient.Builder maxInput(int bytes) {
    this.maxInput = bytes;
    return self();
  }

  /**
   * Limits the number of open turns, and of turns started in an hour. A turn over a limit is
   * refused with a {@link dev.adk4j.limit.LimitException} before it starts. No limits by default.
   */
  public AgentClient.Builder limits(RequestLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    return self();
  }

  /**
   * Sets the resolver of the tenant, and of the user if no other source names one, for
   * conversations requested by id. The default is the default tenant and no user.
   */
  public AgentClient.Builder owners(ScopeResolver owners) {
    this.owners = Objects.requireNonNull(owners, "owners");
    return self();
  }

  /** Refuses {@code conversation(id)} if no source names a user. False by default. */
  public AgentClient.Builder ownerRequired(boolean ownerRequired) {
    this.ownerRequired = ownerRequired;
    return self();
  }

  /**
   * Sets the function that returns the cost of a generation for {@link Answer#cost()}; no prices by
   * default.
   */
  public AgentClient.Builder prices(Function<GenerationStats, Optional<BigDecimal>> prices) {
    this.prices = Objects.requireNonNull(prices, "prices");
    return self();
  }

  /** Limits how long the first subscriber of a stream may slow its turn; 10 seconds by default. */
  public AgentClient.Builder streamStall(Duration stall) {
    this.stall = Objects.requireNonNull(stall, "stall");
    return self();
  }

  /** Sets the name of the agent; the agent of its name resumes a waiting turn. */
  public AgentClient.Builder name(String name) {
    this.name = Objects.requireNonNull(name, "name");
    this.registers = true;
    return self();
  }

  /**
   * Registers the agent under its name when it is built, so that its stored turns can be resumed.
   * Turns whose calls need an approval then end as {@link Answer.Status#WAITING}, instead of
   * blocking. The runner needs the {@code gates} of the registry. By default, turns block.
   *
   * <p>A client that {@link AgentClient#toBuilder} derives is registered only if it is given its
   * own name.
   */
  public AgentClient.Builder registry(@Nullable AgentRegistry registry) {
    this.registry = registry;
    this.registers = true;
    return self();
  }

  /**
   * Defines how a message is handled while a turn of its conversation waits; {@link
   * WhileWaiting#REFUSE} by default. The options of a turn take precedence.
   */
  public AgentClient.Builder whileWaiting(WhileWaiting whileWaiting) {
    this.whileWaiting = Objects.requireNonNull(whileWaiting, "whileWaiting");
    return self();
  }

  /**
   * Limits the durable turns that are queued in a conversation behind the running one; 100 by
   * default. A turn over the limit is refused with {@code E_LIMIT_REACHED}.
   */
  public AgentClient.Builder maxQueued(int turns) {
    this.maxQueued = turns;
    return self();
  }

  /** Sets the supplier of the authenticated user who decides; none by default. */
  public AgentClient.Builder actors(Supplier<Optional<GateActor>> actors) {
    this.actors = Objects.requireNonNull(actors, "actors");
    return self();
  }
}
