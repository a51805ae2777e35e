package dev.adk4j.springai.context;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.context.Summarizer;
import dev.adk4j.springai.dialect.ProviderDialects;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * Summarizes conversations with a Spring AI chat model. Each summary is one blocking call without
 * tools. The summarizer of a dispatch ({@link #forDispatch}) ends when the dispatch is aborted or
 * after a timeout, and reports its usage, so budgets are charged. Immutable.
 *
 * @since 0.1.0
 */
public final class ChatModelSummarizer implements Summarizer {

  private final ChatModel model;
  private final ChatOptions options;
  private final Duration timeout;

  /** Creates a summarizer with the model's options and without a timeout. */
  public ChatModelSummarizer(ChatModel model) {
    this(model, null, Duration.ZERO);
  }

  /**
   * Creates a summarizer.
   *
   * @param options options of every call, such as the name of a cheaper model; null for the model's
   * @param timeout longest duration of a call; zero for no limit
   */
  public ChatModelSummarizer(ChatModel model, @Nullable ChatOptions options, Duration timeout) {
    this.model = Objects.requireNonNull(model, "model");
    this.options = withoutTools(options == null ? model.getOptions() : options);
    this.timeout = timeout;
  }

  /** Returns the summary; empty if the model answers without text. */
  @Override
  public String summarize(String system, String text) {
    return text(model.call(prompt(system, text)));
  }

  /**
   * Returns a summarizer for a dispatch. Its calls throw {@code E_LLM_REQUEST_TIMEOUT} after the
   * timeout, and rethrow the model's exceptions.
   */
  @Override
  public Summarizer forDispatch(DispatchContext ctx) {
    return (system, text) -> {
      ChatResponse response = call(ctx, prompt(system, text));
      ctx.reportGenerationStats(stats(response));
      return text(response);
    };
  }

  private Prompt prompt(String system, String text) {
    return new Prompt(List.of(new SystemMessage(system), new UserMessage(text)), options);
  }

  private ChatResponse call(DispatchContext ctx, Prompt prompt) throws Exception {
    ctx.abortSignal().throwIfAborted();
    FutureTask<ChatResponse> call = new FutureTask<>(() -> model.call(prompt));
    Thread worker =
        Thread.ofVirtual().name("adk-summary").unstarted(ctx.instrumentation().propagate(call));
    worker.start();
    try (Subscription abort = ctx.abortSignal().onAbort(reason -> call.cancel(true))) {
      return timeout.isZero() ? call.get() : call.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (CancellationException e) {
      throw new AbortException("aborted during the summary of a conversation");
    } catch (TimeoutException e) {
      throw AdkException.saying(
          LlmErrorCode.E_LLM_REQUEST_TIMEOUT,
          "The model did not summarize the conversation within %s ms.",
          timeout.toMillis());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      call.cancel(true);
    }
  }

  /**
   * Returns the statistics, without tokens if the model does not report them; a budget rejects such
   * statistics.
   */
  private GenerationStats stats(ChatResponse response) {
    GenerationStats.Builder stats =
        GenerationStats.builder()
            .provider(ProviderDialects.builtIn().of(options).id())
            .model(options.getModel());
    ChatResponseMetadata metadata = response.getMetadata();
    if (metadata.getModel() != null && !metadata.getModel().isBlank()) {
      stats.model(metadata.getModel());
    }
    Usage usage = metadata.getUsage();
    if (usage != null && usage.getTotalTokens() != null && usage.getTotalTokens() > 0) {
      stats
          .promptTokens(count(usage.getPromptTokens()))
          .completionTokens(count(usage.getCompletionTokens()))
          .totalTokens(count(usage.getTotalTokens()));
    }
    return stats.build();
  }

  /** Removes tools of the model's configuration from options. */
  private static ChatOptions withoutTools(ChatOptions options) {
    ChatOptions.Builder<?> builder = options.mutate();
    if (builder instanceof ToolCallingChatOptions.Builder<?> calling) {
      calling.toolCallbacks(List.of());
    }
    return builder.build();
  }

  private static @Nullable Long count(@Nullable Integer tokens) {
    return tokens == null ? null : Long.valueOf(tokens);
  }

  private static String text(@Nullable ChatResponse response) {
    Generation result = response == null ? null : response.getResult();
    String text = result == null ? null : result.getOutput().getText();
    return text == null ? "" : text;
  }
}
