package dev.adk4j.springai.chat;

import dev.adk4j.abort.AbortController;
import dev.adk4j.answer.AnswerType;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.LogEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.springframework.ai.chat.model.ChatModel;
import tools.jackson.databind.JsonNode;

/** A small agent with a weather tool and everything in memory, which tests talk to. */
public final class Agent {

  private static final Scope SCOPE = Scope.conversation("c");

  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final List<DispatchMiddleware> input = new ArrayList<>(List.of(new MaxIterations(8)));
  private final List<Tool> tools = new ArrayList<>(List.of(weather()));
  private final DispatchExecutor executor;
  private Map<String, ?> stash = Map.of();
  private ToolProvider offered = ctx -> List.of();
  private List<String> required = List.of();
  private EventRecorder events = new EventRecorder();

  public Agent(DispatchExecutor executor) {
    this.executor = executor;
  }

  /** An agent whose executor acknowledges, and otherwise has these options. */
  public static Agent of(ChatModel model, UnaryOperator<LlmExecutorOptions.Builder> options) {
    return new Agent(acknowledging(model, options).build());
  }

  /** The same for a model that speaks that dialect. */
  public static Agent of(
      ChatModel model, String dialect, UnaryOperator<LlmExecutorOptions.Builder> options) {
    return new Agent(
        acknowledging(model, options).dialect(ProviderDialects.builtIn().named(dialect)).build());
  }

  private static ChatModelExecutor.Builder acknowledging(
      ChatModel model, UnaryOperator<LlmExecutorOptions.Builder> options) {
    LlmExecutorOptions.Builder builder = LlmExecutorOptions.builder().autoAck(true);
    return ChatModelExecutor.builder(model).options(options.apply(builder).build());
  }

  /** Tells the model in words what was wrong with a call. */
  public static LlmExecutorOptions.Builder tellingErrors(LlmExecutorOptions.Builder options) {
    return options.toolResults(
        new ToolResultOptions(ToolResultOptions.ErrorDetail.MESSAGE, 10_000));
  }

  public static Tool tool(String name) {
    return tool(name, (args, ctx, meta) -> ToolOutput.text("done"));
  }

  /** A tool without arguments. */
  public static Tool tool(String name, Tool.Handler handler) {
    return Tool.builder(name)
        .description("A tool.")
        .inputSchema(ToolSchema.empty())
        .handler(handler)
        .build();
  }

  /** In the place of the weather tool, one that takes any city or none, and tells what it got. */
  public Agent hearing(Consumer<JsonNode> received) {
    return without("weather")
        .with(
            Tool.builder("weather")
                .description("The weather.")
                .inputSchema(
                    "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}")
                .handler(
                    (args, ctx, meta) -> {
                      received.accept(args);
                      return ToolOutput.text("rain");
                    })
                .build());
  }

  /** From now on answers are of that type. */
  public Agent answering(AnswerType<?> type) {
    stash = Map.of(AnswerType.STASH_KEY, type);
    return this;
  }

  public Agent with(Tool... more) {
    tools.addAll(List.of(more));
    return this;
  }

  /** Offers what the provider gives at the start of each turn, as the starter does. */
  public Agent offering(ToolProvider provider) {
    offered = provider;
    return this;
  }

  /** From now on turns fail without these tools. */
  public Agent requiring(String... names) {
    required = List.of(names);
    return this;
  }

  public Agent without(String tool) {
    tools.removeIf(known -> known.name().equals(tool));
    return this;
  }

  public Agent before(DispatchMiddleware middleware) {
    input.add(middleware);
    return this;
  }

  /** Does that at the start of each iteration. */
  public Agent preparing(Consumer<DispatchContext> step) {
    return before(
        (ctx, next) -> {
          step.accept(ctx);
          next.proceed();
        });
  }

  /** Runs a turn to its end and gives what was heard of it. */
  public EventRecorder ask(String text) {
    return ask(text, new AbortController(), call -> {});
  }

  public EventRecorder ask(Message input) {
    return ask(input, new AbortController(), call -> {});
  }

  public EventRecorder ask(String text, AbortController abort, Consumer<TurnCall> listen) {
    return ask(Message.user(text), abort, listen);
  }

  private EventRecorder ask(Message input, AbortController abort, Consumer<TurnCall> listen) {
    TurnRunner runner =
        TurnRunner.builder()
            .storage(storage)
            .tools(tools)
            .executor(executor)
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder().messages(50).toolCalls(50).thoughts(50).build(),
                    new AcceptInput(),
                    (ctx, next) -> {
                      offered.tools(ctx).forEach(ctx.tools()::register);
                      next.proceed();
                    }))
            .dispatchInputPipeline(this.input)
            .build();
    TurnCall call =
        runner.turn(
            RawTurnContext.builder()
                .systemPrompt("You are a test.")
                .scope(SCOPE)
                .stash(stash)
                .turnAbortController(abort)
                .requiredTools(required)
                .input(input)
                .build());
    events = EventRecorder.of(call);
    listen.accept(call);
    call.run();
    return events;
  }

  public EventRecorder events() {
    return events;
  }

  public List<Message> messages() throws Exception {
    return storage.fetchMessages(AgentContexts.forScope(SCOPE));
  }

  public List<ToolCall> toolCalls() throws Exception {
    return storage.fetchToolCalls(AgentContexts.forScope(SCOPE));
  }

  public List<Thought> thoughts() throws Exception {
    return storage.fetchThoughts(AgentContexts.forScope(SCOPE));
  }

  public List<String> answers() throws Exception {
    return messages().stream()
        .filter(message -> message.role().wire().equals("assistant"))
        .map(message -> message.content().orElseThrow().value())
        .toList();
  }

  public List<GenerationStats> stats() {
    return events.events(TurnEvent.GENERATION_STATS).stream()
        .map(GenerationStatsEvent::stats)
        .toList();
  }

  public List<String> logKinds() {
    return events.events(TurnEvent.LOG).stream().map(LogEvent::kind).toList();
  }

  public LogEvent logged(String kind) {
    return events.events(TurnEvent.LOG).stream()
        .filter(event -> event.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  public List<AdkException> errors() {
    return events.events(TurnEvent.ERROR).stream().map(ErrorEvent::error).toList();
  }

  public static String result(ToolCall call) {
    return switch (call.results()) {
      case ToolResults.Text(var text) -> text.value();
      case ToolResults.Artifacts artifacts -> artifacts.items().getFirst().toString();
      case ToolResults.MediaItems media -> "media";
    };
  }

  private static Tool weather() {
    return Tool.builder("weather")
        .description("The weather of a city.")
        .inputSchema(
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}")
        .handler((args, ctx, meta) -> ToolOutput.text("rain in " + args.get("city").stringValue()))
        .build();
  }
}
