package dev.adk4j.client;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Tool;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Options of one turn, given as the last argument of each verb of the client:
 *
 * <pre>{@code
 * agent.ask("Summarize the case.", o -> o.temperature(0).tools(false));
 * }</pre>
 *
 * Options that are not set are taken from the agent. Not thread-safe, used for one call.
 *
 * @since 0.1.0
 */
public final class TurnOptions {

  /** Key of the stash entry with the options of the model, which executors read. */
  static final String MODEL_OPTIONS = "adk.llm";

  private final Map<String, Object> stash = new LinkedHashMap<>();
  private final Map<String, Object> model = new LinkedHashMap<>();
  private final List<String> instructions = new ArrayList<>();
  private @Nullable List<String> tools;
  private @Nullable Duration waitForGates;
  private boolean kept;
  private @Nullable WhileWaiting whileWaiting;
  private @Nullable OuterTurn outer;
  private @Nullable CallerTools callerTools;

  TurnOptions() {}

  /** Sets the sampling temperature of the model. */
  public TurnOptions temperature(double temperature) {
    return model("temperature", temperature);
  }

  /** Limits the tokens that one generation may write. */
  public TurnOptions maxTokens(int tokens) {
    return model("maxTokens", tokens);
  }

  /** Sets another model of the same provider. */
  public TurnOptions model(String name) {
    return model("model", name);
  }

  private TurnOptions model(String option, Object value) {
    model.put("options." + option, Objects.requireNonNull(value, option));
    return this;
  }

  /** Offers no tools if false; offers those of the agent if true. */
  public TurnOptions tools(boolean offered) {
    tools = offered ? null : List.of();
    return this;
  }

  /**
   * Offers only the agent's tools of these names, and the tools that read their results. A name
   * that the agent does not have fails the turn before the model is called.
   */
  public TurnOptions tools(String... names) {
    tools = List.of(names);
    return this;
  }

  /**
   * Offers tools that the sender of the message runs, such as a page in its browser. A call of such
   * a tool ends the turn as {@link Answer.Status#WAITING}. The turn resumes with the value passed
   * to {@link dev.adk4j.gate.Tickets#complete} for its gate, as a result that is not trusted. A
   * tool of the agent takes precedence: a tool of the same name is left out here.
   *
   * <pre>{@code
   * Answer asked = conversation.send(text, o -> o.callerTools(tools, Duration.ofMinutes(5)));
   * tickets.complete("acme", asked.gates().getFirst().id(), "The page shows the map.");
   * }</pre>
   *
   * @param tools tools with unique names and valid schemas
   * @param atMost how long a call waits before the model is informed that no value arrived
   */
  public TurnOptions callerTools(List<Tool.Description> tools, Duration atMost) {
    callerTools = tools.isEmpty() ? null : new CallerTools(tools, atMost);
    return this;
  }

  /**
   * Returns the caller's tools, except those whose names the agent's own tools have.
   *
   * @throws AdkException {@code E_INVALID_INITIAL_TOOL_VALUE}
   */
  List<Tool> callerTools(List<Tool> own) {
    return callerTools == null
        ? List.of()
        : callerTools.tools(own.stream().map(Tool::name).collect(Collectors.toSet()));
  }

  /** Adds an instruction after those of the agent. */
  public TurnOptions instruction(String instruction) {
    instructions.add(instruction);
    return this;
  }

  /** Puts a value into the turn's stash, where middleware and tools find it. */
  public TurnOptions stash(String key, Object value) {
    stash.put(key, value);
    return this;
  }

  /**
   * Asks for a value of this type, which {@link Answer#value(Class)} returns, as {@code ask(text,
   * type)} does. For {@code send} and {@code stream}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_ANSWER_TYPE} for a type without a schema
   */
  public TurnOptions answer(Class<?> type) {
    return answer(AnswerType.of(type));
  }

  /** Asks for a value of a type that is known at run time; see {@link #answer(Class)}. */
  public TurnOptions answer(AnswerType<?> type) {
    return stash(AnswerType.STASH_KEY, type);
  }

  /**
   * Blocks the turn at a gate until it is decided, at most that long, instead of ending it as
   * {@link Answer.Status#WAITING}. A gate that is not decided in time is aborted, and the model is
   * informed.
   */
  public TurnOptions waitForGates(Duration atMost) {
    waitForGates = Objects.requireNonNull(atMost, "atMost");
    return this;
  }

  /**
   * Defines how the message is handled while a turn of the conversation waits for decisions; uses
   * the client's setting by default.
   */
  public TurnOptions whileWaiting(WhileWaiting whileWaiting) {
    this.whileWaiting = Objects.requireNonNull(whileWaiting, "whileWaiting");
    return this;
  }

  /**
   * Stores a turn that was requested without a conversation, under its own conversation; see {@link
   * AgentClient#ask(String)}. Turns of a conversation are always stored.
   */
  public TurnOptions keep() {
    kept = true;
    return this;
  }

  boolean kept() {
    return kept;
  }

  @Nullable Duration waitForGates() {
    return waitForGates;
  }

  @Nullable WhileWaiting whileWaiting() {
    return whileWaiting;
  }

  /** Runs the turn within another one. */
  TurnOptions within(OuterTurn outer) {
    this.outer = outer;
    Long millis = outer.waitForGates();
    return millis == null ? this : waitForGates(Duration.ofMillis(millis));
  }

  /** Returns the data that the turn needs for turns within it; empty for most. */
  Map<String, Object> nesting(boolean stored) {
    Duration atMost = waitForGates;
    Long millis = atMost == null ? null : atMost.toMillis();
    return outer == null ? OuterTurn.top(stored, millis) : outer.entry();
  }

  /** Returns the filter for the turn's tools; null for all. */
  @Nullable Predicate<Tool> toolFilter() {
    List<String> wanted = tools;
    if (wanted == null) {
      return null;
    }
    return tool -> wanted.contains(tool.name()) || (!wanted.isEmpty() && tool.isArtifactTool());
  }

  List<String> toolNames() {
    return tools == null ? List.of() : tools;
  }

  List<Tokenizable> instructions() {
    return instructions.stream().map(Tokenizable::of).toList();
  }

  /**
   * Returns the memo of a turn that waits: its agent, and the options that have a stored form and
   * are given to the resumed turn again.
   */
  JsonValue memo(String agent) {
    return memo(agent, null);
  }

  private JsonValue memo(String agent, @Nullable JsonValue storedStash) {
    AnswerType<?> answer = answerOver(Map.of());
    Map<String, @Nullable Object> form = new LinkedHashMap<>();
    form.put("agent", agent);
    form.put("tools", tools);
    form.put("instructions", instructions.isEmpty() ? null : instructions);
    form.put("model", model.isEmpty() ? null : model);
    form.put("answer", answer == null ? null : answer.stored().node());
    form.put("outer", outer == null ? null : outer.form());
    form.put("stash", storedStash == null ? null : storedStash.node());
    form.put("callerTools", callerTools == null ? null : callerTools.json().node());
    form.values().removeIf(Objects::isNull);
    return JsonValue.of(form);
  }

  /**
   * Returns the memo of a durable turn, which also has the stash.
   *
   * @throws AdkException {@code E_INVALID_TURN_CONTEXT} for options that cannot be stored
   */
  JsonValue durableMemo(String agent) {
    new Violations()
        .check(
            waitForGates == null,
            "$.waitForGates",
            "durable",
            "does not fit a durable turn, which waits in the store: leave it out")
        .throwIfAny(AdkErrorCode.E_INVALID_TURN_CONTEXT);
    return memo(agent, storedStash());
  }

  private @Nullable JsonValue storedStash() {
    Violations violations = new Violations();
    Map<String, Object> stored = new LinkedHashMap<>();
    stash.forEach(
        (key, value) -> {
          try {
            if (!key.equals(AnswerType.STASH_KEY)) {
              stored.put(key, JsonValue.of(value).node());
            }
          } catch (RuntimeException e) {
            violations.add(
                "$.stash." + key,
                "json",
                "has no JSON form, so a durable turn could not be given it again: "
                    + e.getMessage());
          }
        });
    violations.throwIfAny(AdkErrorCode.E_INVALID_TURN_CONTEXT);
    return stored.isEmpty() ? null : JsonValue.of(stored);
  }

  /** Returns the name of the agent of a stored turn. */
  static String agentOf(StoredTurn turn) {
    return turn.memo() == null
        ? AgentClient.DEFAULT_NAME
        : turn.memo().node().path("agent").asString(AgentClient.DEFAULT_NAME);
  }

  /** Returns the options that the memo of a stored turn has. */
  @SuppressWarnings("unchecked")
  static TurnOptions of(StoredTurn turn) {
    JsonNode memo = turn.memo() == null ? MissingNode.getInstance() : turn.memo().node();
    TurnOptions options = new TurnOptions();
    options.outer = OuterTurn.of(turn);
    options.tools = memo.has("tools") ? texts(memo.path("tools")) : null;
    options.instructions.addAll(texts(memo.path("instructions")));
    for (Map.Entry<String, JsonNode> option : memo.path("model").properties()) {
      options.model.put(option.getKey(), plain(option.getValue()));
    }
    if (memo.has("stash")) {
      options.stash.putAll(JsonValue.of(memo.path("stash")).as(Map.class));
    }
    if (memo.has("answer")) {
      options.answer(AnswerType.ofStored(JsonValue.of(memo.path("answer"))));
    }
    if (memo.has("callerTools")) {
      options.callerTools = CallerTools.of(memo.path("callerTools"));
    }
    return options;
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }

  private static Object plain(JsonNode value) {
    return value.isIntegralNumber()
        ? value.asInt()
        : value.isNumber() ? value.asDouble() : value.asString();
  }

  /** Returns the type of the answer from these options, or else from the agent; null for text. */
  @Nullable AnswerType<?> answerOver(Map<String, ?> agent) {
    Object asked =
        stash.containsKey(AnswerType.STASH_KEY)
            ? stash.get(AnswerType.STASH_KEY)
            : agent.get(AnswerType.STASH_KEY);
    return asked instanceof AnswerType<?> type ? type : null;
  }

  /** Returns the entries for the turn's stash; these options override those of the agent. */
  Map<String, Object> stashOver(Map<String, ?> agent) {
    Map<String, Object> all = new LinkedHashMap<>(agent);
    all.putAll(stash);
    if (!model.isEmpty()) {
      Map<String, Object> options = new LinkedHashMap<>();
      if (all.get(MODEL_OPTIONS) instanceof Map<?, ?> given) {
        given.forEach((key, value) -> options.put(String.valueOf(key), value));
      }
      options.putAll(model);
      all.put(MODEL_OPTIONS, options);
    }
    return all;
  }
}
