package dev.adk4j.springai.chat;

import dev.adk4j.abort.AbortException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.springai.failure.ProviderErrorClassifier;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;

/**
 * Executes dispatches with a Spring AI chat model. One iteration assembles the prompt from the
 * context's records, calls the model once, stores its message and thoughts, and runs the requested
 * tools. Spring AI never runs tools.
 *
 * <p>An answer without tool calls ends the dispatch if {@code autoAck} is on; otherwise, and after
 * tool calls, another iteration follows. A failure of the provider ends the dispatch with an {@code
 * E_LLM_*} error, and no part of the answer is stored; programming errors are thrown. An abort
 * cancels the call without an error.
 *
 * <p>All callbacks and events of the engine run on the thread of the dispatch. Immutable and
 * thread-safe.
 *
 * @since 0.1.0
 */
public final class ChatModelExecutor implements DispatchExecutor {

  /**
   * Stash key of options for a dispatch: an {@link LlmOptionsPatch}, or a map that {@link
   * LlmOptionsPatch#of(Map)} reads. They apply while the stash contains them.
   */
  public static final String STASH_KEY = "adk.llm";

  private final ExecutorParts parts;
  private final LlmExecutorOptions options;

  private ChatModelExecutor(ExecutorParts parts, LlmExecutorOptions options) {
    RequestOptions.of(parts.model(), parts.dialect(), options.model(), List.of(), null);
    this.parts = parts;
    this.options = options;
  }

  public static Builder builder(ChatModel model) {
    return new Builder(model);
  }

  /**
   * Returns an executor with default options, whose dispatches end with the first answer without
   * tool calls. For plain Java: {@code AgentClient.of(ChatModelExecutor.of(model))}.
   */
  public static ChatModelExecutor of(ChatModel model) {
    return builder(model).options(LlmExecutorOptions.builder().autoAck(true).build()).build();
  }

  /**
   * Returns an executor with some options changed.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} if the result is
   *     invalid or the model does not support an option
   */
  public ChatModelExecutor with(LlmOptionsPatch patch) {
    return new ChatModelExecutor(parts, patch.applyTo(options));
  }

  public LlmExecutorOptions options() {
    return options;
  }

  /** Returns the name of the dialect, such as {@code openai}. */
  public String provider() {
    return parts.dialect().id();
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    Setback setback = attempt(ctx, helpers, LlmOptionsPatch.fromStash(ctx), null, false);
    if (setback != null) {
      setback.end(ctx);
    }
  }

  /**
   * Runs an iteration. Returns null unless another model may be called.
   *
   * @param continued true if a part of an interrupted answer is stored for another model to
   *     continue
   */
  @Nullable Setback attempt(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      LlmOptionsPatch patch,
      ModelRoute.@Nullable Condition condition,
      boolean continued)
      throws Exception {
    try {
      return new GenerationRun(parts, patch.applyTo(options), ctx, helpers)
          .attempt(condition, continued);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AbortException("interrupted");
    }
  }

  /** Builds a {@link ChatModelExecutor}. Not thread-safe. */
  public static final class Builder {

    private final ChatModel model;
    private LlmExecutorOptions options = LlmExecutorOptions.DEFAULT;
    private @Nullable ProviderDialect dialect;
    private @Nullable PromptAssembler assembler;
    private ProviderErrorClassifier classifier = ProviderErrorClassifier.standard();
    private OptionsCustomizer customizer = OptionsCustomizer.NONE;
    private ObservationRegistry observations = ObservationRegistry.NOOP;
    private @Nullable PromptTap promptTap;
    private @Nullable AnswerTap answerTap;
    private @Nullable ModelBreaker breaker;

    private Builder(ChatModel model) {
      this.model = Objects.requireNonNull(model, "model");
    }

    public Builder options(LlmExecutorOptions options) {
      this.options = options;
      return this;
    }

    /** Sets the dialect. Default: detected by the class of the model's options. */
    public Builder dialect(ProviderDialect dialect) {
      this.dialect = dialect;
      return this;
    }

    /**
     * Sets the prompt assembler. Default: the standard one, with nonces for the lifetime of the
     * process.
     */
    public Builder assembler(PromptAssembler assembler) {
      this.assembler = assembler;
      return this;
    }

    /**
     * Sets a classifier of errors that is used before the default one, which knows the clients that
     * Spring AI uses.
     */
    public Builder classifier(ProviderErrorClassifier classifier) {
      this.classifier = classifier.orElse(ProviderErrorClassifier.standard());
      return this;
    }

    public Builder optionsCustomizer(OptionsCustomizer customizer) {
      this.customizer = customizer;
      return this;
    }

    /**
     * Sets the registry for the observation {@code adk.llm.generation}. Default: no observation.
     */
    public Builder observationRegistry(ObservationRegistry observations) {
      this.observations = observations;
      return this;
    }

    public Builder promptTap(@Nullable PromptTap promptTap) {
      this.promptTap = promptTap;
      return this;
    }

    public Builder answerTap(@Nullable AnswerTap answerTap) {
      this.answerTap = answerTap;
      return this;
    }

    /**
     * Sets a circuit breaker for the model's calls. An open breaker ends a turn with {@code
     * E_LLM_PROVIDER_ERROR} and status 0, unless a {@link FallbackExecutor} has another model.
     */
    public Builder breaker(@Nullable ModelBreaker breaker) {
      this.breaker = breaker;
      return this;
    }

    /**
     * Returns the executor.
     *
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} if the model does
     *     not support an option
     */
    public ChatModelExecutor build() {
      ProviderDialect spoken =
          dialect != null ? dialect : ProviderDialects.builtIn().of(model.getOptions());
      PromptAssembler assembling = assembler != null ? assembler : new PromptAssembler();
      ModelCaller caller = new ModelCaller(new ModelAttempt(model, spoken, classifier), spoken);
      return new ChatModelExecutor(
          new ExecutorParts(
              model,
              spoken,
              assembling,
              caller,
              breaker,
              customizer,
              observations,
              promptTap,
              answerTap),
          options);
    }
  }
}
