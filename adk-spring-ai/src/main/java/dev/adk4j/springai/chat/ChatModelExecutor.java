package dev.adk4j.springai.chat;

import dev.adk4j.abort.AbortException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ProviderDialects;
import dev.adk4j.springai.failure.ProviderErrorClassifier;
import dev.adk4j.springai.failure.ProviderErrors;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;

/**
 * Lets any Spring AI chat model do the work of a dispatch: one iteration assembles the prompt from
 * the context's records, calls the model once, stores what it said and thought, and runs the tools
 * it asks for. Spring AI runs none.
 *
 * <p>An answer without tool calls ends the dispatch where {@code autoAck} is on; otherwise, and
 * after tool calls, another iteration follows. What the provider does wrong refuses the dispatch
 * with an {@code E_LLM_*} error, and nothing of a partial answer is stored; what is wrong with the
 * program is thrown. An abort cancels the call and leaves silently.
 *
 * <p>Everything of the engine happens on the thread of the dispatch. Immutable; shared by
 * concurrent dispatches.
 */
public final class ChatModelExecutor implements DispatchExecutor {

  /**
   * Where a dispatch's stash may hold an {@link LlmOptionsPatch}, or a map that {@link
   * LlmOptionsPatch#of(Map)} reads, for as long as it is there.
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

  /** With the default options. */
  public static ChatModelExecutor of(ChatModel model) {
    return builder(model).build();
  }

  /**
   * Returns the same executor with some options changed.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} where the result is
   *     not valid, or the model has no place for an option
   */
  public ChatModelExecutor with(LlmOptionsPatch patch) {
    return new ChatModelExecutor(parts, patch.applyTo(options));
  }

  public LlmExecutorOptions options() {
    return options;
  }

  /** The dialect that is spoken, such as {@code openai}. */
  public String provider() {
    return parts.dialect().id();
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    try {
      new GenerationRun(parts, LlmOptionsPatch.fromStash(ctx).applyTo(options), ctx, helpers).run();
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
    private ProviderErrorClassifier classifier = new ProviderErrors();
    private OptionsCustomizer customizer = OptionsCustomizer.NONE;
    private ObservationRegistry observations = ObservationRegistry.NOOP;
    private @Nullable PromptTap promptTap;
    private @Nullable AnswerTap answerTap;

    private Builder(ChatModel model) {
      this.model = Objects.requireNonNull(model, "model");
    }

    public Builder options(LlmExecutorOptions options) {
      this.options = options;
      return this;
    }

    /** Otherwise found by the class of the model's options. */
    public Builder dialect(ProviderDialect dialect) {
      this.dialect = dialect;
      return this;
    }

    /** Otherwise the standard one with nonces that live as long as the process. */
    public Builder assembler(PromptAssembler assembler) {
      this.assembler = assembler;
      return this;
    }

    /** Asked before the one that knows the clients Spring AI uses. */
    public Builder classifier(ProviderErrorClassifier classifier) {
      this.classifier = classifier.orElse(new ProviderErrors());
      return this;
    }

    public Builder optionsCustomizer(OptionsCustomizer customizer) {
      this.customizer = customizer;
      return this;
    }

    /** Where {@code adk.llm.generation} is observed. */
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
     * Builds the executor.
     *
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} where the model
     *     has no place for an option
     */
    public ChatModelExecutor build() {
      ProviderDialect spoken =
          dialect != null ? dialect : ProviderDialects.builtIn().of(model.getOptions());
      PromptAssembler assembling = assembler != null ? assembler : new PromptAssembler();
      ModelCaller caller = new ModelCaller(new ModelAttempt(model, spoken, classifier), spoken);
      return new ChatModelExecutor(
          new ExecutorParts(
              model, spoken, assembling, caller, customizer, observations, promptTap, answerTap),
          options);
    }
  }
}
