package dev.adk4j.client;

import dev.adk4j.abort.AbortController;
import dev.adk4j.answer.AnswerType;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the turns of a client from its settings.
 *
 * @param settings a copy that no other code changes
 */
record PreparedTurns(AgentSettings settings, TurnRunner runner, Tokenizable systemPrompt) {

  PreparedTurns(AgentSettings settings) {
    this(
        settings,
        Objects.requireNonNull(settings.runner),
        Objects.requireNonNull(settings.systemPrompt));
  }

  PreparedTurn prepare(Scope scope, Message message, TurnOptions options, boolean stored) {
    Objects.requireNonNull(message, "message");
    checkInput(List.of(message));
    AgentRegistry registry = settings.registry;
    RawTurnContext.Builder raw = raw(options, stored).scope(scope).input(message).stored(stored);
    if (registry != null && options.waitForGates() == null) {
      raw.parkApprovals(true).parkingMemo(options.memo(settings.name));
    }
    return prepared(
        scope, raw, () -> admission(scope, stored ? registry : null, options), message, options);
  }

  /** Returns a turn that a tool runs. It waits for no other turn, and no limit counts it. */
  PreparedTurn inner(
      InnerTurn inner, Scope scope, String text, OuterTurn outer, AbortController abort) {
    TurnOptions options = new TurnOptions().within(outer);
    Message message = null;
    List<Message> input = List.of();
    if (inner.handsOver()) {
      options.instruction("This conversation was handed over to you: " + text);
      AnswerType<?> type = AnswerType.in(inner.ctx().stash());
      if (type != null) {
        options.answer(type);
      }
      input = outer.stored() ? input : inner.ctx().turnMessages().snapshot();
    } else {
      message = Message.user(text);
      input = List.of(message);
      checkInput(input);
    }
    RawTurnContext.Builder raw =
        raw(options, outer.stored())
            .scope(scope)
            .turnId(inner.callId())
            .turnAbortController(abort)
            .input(input)
            .stored(outer.stored());
    if (inner.ctx().parksApprovals() && settings.registry != null) {
      raw.parkApprovals(true).parkingMemo(options.memo(settings.name));
    }
    return prepared(scope, raw, () -> Admission.OF_INNER, message, options);
  }

  /** Returns the turn that resumes after its gates were decided. */
  PreparedTurn resumed(StoredTurn turn) {
    TurnOptions options = TurnOptions.of(turn);
    boolean inner = OuterTurn.of(turn) != null;
    List<Message> input =
        turn.phase() == StoredTurn.Phase.ACCEPTED ? DurableRequest.input(turn) : List.of();
    RawTurnContext.Builder raw = raw(options, true).parkApprovals(true).input(input).resume(turn);
    Message message = inner || input.isEmpty() ? null : input.getLast();
    return prepared(
        turn.scope(), raw, () -> inner ? Admission.OF_INNER : readmission(turn), message, options);
  }

  private RawTurnContext.Builder raw(TurnOptions options, boolean stored) {
    Predicate<Tool> chosen = options.toolFilter();
    Predicate<Tool> offered = chosen == null ? settings.tools : settings.tools.and(chosen);
    List<Tool> tools = new ArrayList<>(settings.ownTools);
    tools.addAll(options.callerTools(settings.ownTools));
    Map<String, Object> stash = options.stashOver(settings.stash);
    Map<String, Object> nesting = options.nesting(stored);
    if (!nesting.isEmpty()) {
      stash.put(AgentContext.OUTER_TURN, nesting);
    }
    return RawTurnContext.builder()
        .agent(settings.name)
        .systemPrompt(systemPrompt)
        .standingInstructions(settings.standingInstructions)
        .standingInstructions(options.instructions())
        .stash(stash)
        .tools(tools)
        .requiredTools(options.toolNames())
        .toolFilter(offered.or(CallerTools::isOne));
  }

  private PreparedTurn prepared(
      Scope scope,
      RawTurnContext.Builder raw,
      Supplier<Admission> admission,
      @Nullable Message message,
      TurnOptions options) {
    AgentRegistry registry = settings.registry;
    return new PreparedTurn(
        runner,
        scope,
        raw.build(),
        admission,
        new AnswerCollector(
            message,
            options.answerOver(settings.stash),
            settings.prices,
            turn -> registry == null ? List.of() : registry.tree.gates(turn)),
        options.waitForGates(),
        settings.stall);
  }

  private Admission admission(Scope scope, @Nullable AgentRegistry registry, TurnOptions options) {
    Admission.Rule rule = registry == null ? null : rule(scope, registry, options);
    return Admission.of(settings.locks.enter(scope), () -> settings.limits.turn(scope), rule);
  }

  private Admission readmission(StoredTurn turn) {
    Scope scope = turn.scope();
    return Admission.of(
        settings.locks.enterFirst(scope),
        () -> turn.isDurable() ? settings.limits.run(scope) : settings.limits.turn(scope),
        null);
  }

  /** Returns how a message is handled while a turn of the conversation waits. */
  Admission.Rule rule(Scope scope, AgentRegistry registry, TurnOptions options) {
    WhileWaiting chosen = options.whileWaiting();
    return new Admission.Rule(
        registry.turns, scope, chosen == null ? settings.whileWaiting : chosen, stopper(scope));
  }

  /** Returns the authenticated actor, or else the conversation's user. */
  GateActor stopper(Scope scope) {
    return settings.actors.get().orElseGet(() -> sender(scope));
  }

  /**
   * Returns the turn itself as actor, in the name of the conversation's user, since no user is
   * authenticated.
   */
  private static GateActor sender(Scope scope) {
    return GateActor.of(scope.subject(), scope.tenant(), List.of(), GateActor.TURN);
  }

  /**
   * Refuses messages over the limit.
   *
   * @throws AdkException {@code E_INPUT_TOO_LARGE}
   */
  void checkInput(List<Message> input) {
    new InputLimit(settings.maxInput).check(input);
  }
}
