package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.prompt.ContextUsage;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.PromptRendering;
import dev.adk4j.prompt.PromptRequest;
import dev.adk4j.springai.dialect.CacheMarks;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.value.Ids;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Runs one iteration: builds the prompt from records, calls the model and stores the answer as
 * records. For a single use.
 */
record GenerationRun(
    ExecutorParts parts,
    LlmExecutorOptions options,
    DispatchContext ctx,
    DispatchExecutorHelpers helpers,
    @Nullable AnswerPlan plan,
    @Nullable AnswerRepair repair,
    GenerationLog generations,
    String generationId) {

  private static final String ENCODING = TokenEncoding.CL100K_BASE.id();

  GenerationRun(
      ExecutorParts parts,
      LlmExecutorOptions options,
      DispatchContext ctx,
      DispatchExecutorHelpers helpers) {
    this(
        parts,
        options,
        ctx,
        helpers,
        AnswerPlan.of(parts, options, ctx),
        null,
        GenerationLog.of(ctx, parts.caller()),
        Ids.next());
  }

  /** Returns a run that asks once more for the answer. */
  private GenerationRun repairing(AnswerPlan plan, AnswerRepair repair) {
    return new GenerationRun(
        parts, plan.repairing(options), ctx, helpers, plan, repair, generations, Ids.next());
  }

  /** Returns null unless another model may be called. */
  @Nullable Setback attempt(ModelRoute.@Nullable Condition condition, boolean continued)
      throws Exception {
    if (ctx.aborted()) {
      return null;
    }
    requireWindow();
    if (plan != null) {
      plan.prepare(ctx, helpers.log());
    }
    PromptRendering rendering =
        parts
            .assembler()
            .with(options.renderers())
            .render(
                new PromptRequest(ctx, options.prompt(), parts.dialect()::supports, helpers.log()));
    Setback refusal = refusal(rendering, condition);
    if (refusal != null) {
      return refusal;
    }
    guardForcedTools();
    AssembledPrompt prompt = rendering.assemble();
    if (parts.breaker() != null && !parts.breaker().permits()) {
      return Setback.passedOver("circuit-open");
    }
    LiveReports reports = new LiveReports(helpers, generationId);
    AnswerRun run = new AnswerRun(parts, options, ctx, helpers, generations, generationId, reports);
    return switch (guarded(prompt, reports)) {
      case CallResult.Aborted aborted -> null;
      case CallResult.Failed failed -> failed(failed.error(), run, reports, continued);
      case CallResult.Answered answered -> {
        settle(answered, run);
        yield null;
      }
    };
  }

  private CallResult guarded(AssembledPrompt prompt, LiveReports reports) throws Exception {
    long began = System.nanoTime();
    CallResult result = new CallResult.Aborted();
    try {
      result = call(prompt, reports);
      return result;
    } finally {
      if (parts.breaker() != null) {
        parts.breaker().ended(result, Duration.ofNanos(System.nanoTime() - began));
      }
    }
  }

  private @Nullable Setback failed(
      AdkException error, AnswerRun run, LiveReports reports, boolean continued) {
    if (reports.isSilent()) {
      return Setback.unheard(error);
    }
    if (continued && plan == null && FallbackExecutor.Failure.of(error) != null) {
      run.keepHeard();
      return Setback.heard(error);
    }
    ctx.nack(error);
    return null;
  }

  private @Nullable Setback refusal(
      PromptRendering rendering, ModelRoute.@Nullable Condition condition) throws Exception {
    String encoding = Objects.requireNonNullElse(options.tokenEncoding(), ENCODING);
    if (condition != null && !condition.accepts(ctx, rendering.measure(encoding).total())) {
      return Setback.passedOver("condition");
    }
    try {
      measure(rendering);
      return null;
    } catch (AdkException e) {
      if (e.errorCode() == AdkErrorCode.E_LLM_CONTEXT_OVERFLOW) {
        return Setback.unheard(e);
      }
      throw e;
    }
  }

  private void settle(CallResult.Answered answered, AnswerRun run) throws Exception {
    switch (plan == null ? null : plan.read(answered.answer())) {
      case null -> run.settle(answered);
      case AnswerPlan.Reading.Unfinished unfinished -> {
        if (repair == null) {
          run.settle(answered);
        } else {
          run.discard(answered);
          refuse(repair.problem());
        }
      }
      case AnswerPlan.Reading.Fits(String given) -> {
        if (given == null) {
          run.settle(answered);
        } else {
          run.settle(answered, given);
        }
      }
      case AnswerPlan.Reading.Wrong wrong -> {
        run.discard(answered);
        mend(Objects.requireNonNull(plan), wrong);
      }
    }
  }

  /** Calls the model again in the same iteration; the invalid answer is discarded. */
  private void mend(AnswerPlan plan, AnswerPlan.Reading.Wrong wrong) throws Exception {
    AnswerRepair mending = repair == null ? plan.repair(wrong) : null;
    if (mending == null) {
      refuse(wrong.problem());
    } else if (!ctx.isSignalled()) {
      helpers.log().log(
          LogLevel.WARN,
          "answer-repair",
          "The answer does not have the requested type; asking once more.",
          Map.of("mode", plan.mode().name()));
      Setback setback = repairing(plan, mending).attempt(null, false);
      if (setback != null) {
        setback.end(ctx);
      }
    }
  }

  /** Unless another component, such as a budget, has ended the dispatch meanwhile. */
  private void refuse(AdkException error) {
    if (!ctx.isSignalled()) {
      ctx.nack(error);
    }
  }

  /**
   * Checks that options with a token encoding have a context window. Runs after all patches are
   * applied, because the two options may come from different patches.
   */
  private void requireWindow() {
    if (options.tokenEncoding() != null && options.contextWindow() == null) {
      throw new AdkException(
          LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
          "contextWindow: is required with a tokenEncoding, which is '%s'."
              .formatted(options.tokenEncoding()));
    }
  }

  private void measure(PromptRendering rendering) throws IOException {
    String encoding = options.tokenEncoding();
    Long window = options.contextWindow();
    if (encoding == null || window == null) {
      return;
    }
    ContextUsage usage = rendering.measure(encoding);
    helpers.log().log(
        LogLevel.DEBUG,
        "context-window-usage",
        "The prompt takes " + usage.total() + " of " + window + " tokens.",
        usage.payload(window));
    usage.requireWithin(window);
  }

  /** Checks forced tools. The configuration must not name a tool forged for one turn. */
  private void guardForcedTools() {
    ToolChoice choice = options.toolChoice();
    if (choice == null) {
      return;
    }
    for (String name : choice.forced()) {
      String why = ctx.tools().has(name) ? "" : ctx.tools().whyMissing(name);
      if (!why.isEmpty()) {
        throw new AdkException(
            LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
            "toolChoice: forces the tool '" + name + "', which does not exist." + why);
      }
    }
    List<String> forged =
        choice.forced().stream()
            .filter(name -> ctx.tools().get(name).map(Tool::ephemeral).orElse(false))
            .toList();
    if (forged.isEmpty()) {
      return;
    }
    if (options.strictToolChoice()) {
      throw new AdkException(
          LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
          "toolChoice: forces tools that exist for one turn only: " + forged + ".");
    }
    helpers.log().log(
        LogLevel.WARN,
        "tool-choice-forged-artifact",
        "The tool choice forces tools that exist for one turn only.",
        Map.of("tools", forged, "variant", choice.variant()));
  }

  private CallResult call(AssembledPrompt prompt, LiveReports reports) throws Exception {
    ModelRequest request = request(prompt);
    GenerationObservation observation =
        GenerationObservation.start(parts.observations(), parts.dialect().id(), request.model());
    reports.whenBegun(observation::begun);
    try {
      CallResult result = call(request, observation, reports);
      if (result instanceof CallResult.Failed failed && failed.replayRejected()) {
        helpers
            .log()
            .warn(
                "reasoning-replay-rejected",
                "The provider rejected its own reasoning; retrying without it.");
        generations.stopReplaying();
        result = call(request(prompt), observation, reports);
      }
      if (result instanceof CallResult.Answered(ModelAnswer answer, boolean streamed)) {
        CallsInText text = new CallsInText(options, ctx, helpers.log());
        result = new CallResult.Answered(text.read(answer, prompt), streamed);
      }
      observation.stop(result);
      return result;
    } catch (Throwable e) {
      observation.stop(e);
      throw e;
    }
  }

  private CallResult call(
      ModelRequest request, GenerationObservation observation, LiveReports reports)
      throws InterruptedException {
    CallResult result =
        parts.caller().call(request, options, ctx, helpers.log(), observation.context(), reports);
    return result instanceof CallResult.Answered(ModelAnswer answer, boolean streamed)
        ? new CallResult.Answered(request.names().trueNames(answer), streamed)
        : result;
  }

  private ModelRequest request(AssembledPrompt prompt) throws IOException {
    List<Tool.Description> declared = DeclaredTools.of(prompt, parts.dialect());
    WireNames names = new WireNames(prompt, declared, parts.dialect());
    PromptMapper mapper =
        new PromptMapper(
            parts.dialect(),
            generations,
            options.groupParallelToolCalls(),
            options.prompt().bucketOrder(),
            names);
    boolean changingEnd = mapper.endsWithData(prompt);
    if (parts.dialect().systemPlacement() == ProviderDialect.SystemPlacement.LEADING
        && prompt.trailingSystem().isPresent()
        && !changingEnd) {
      helpers
          .log()
          .debug("system-folded", "The trailing system text is appended to the leading one.");
    }
    ModelRequest.Replay replay = generations.replay();
    List<Message> messages = mapper.messages(prompt, repair);
    ChatOptions.Builder<?> builder =
        RequestOptions.of(
            parts.model(),
            parts.dialect(),
            options.model(),
            names.wire(declared),
            options.toolChoice() == null ? null : names.wire(options.toolChoice()));
    if (options.cacheMarks() != CacheMarks.NONE) {
      parts.dialect().markCache(builder, options.cacheMarks(), changingEnd);
    }
    if (plan != null) {
      plan.say(builder);
      messages = plan.instruct(messages);
    }
    parts.customizer().customize(builder, ctx);
    ChatOptions built = builder.build();
    Taps.prompt(parts.promptTap(), generationId, messages, built, options.stream());
    return new ModelRequest(new Prompt(messages, built), replay, names);
  }
}
