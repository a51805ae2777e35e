package dev.adk4j.springai.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.context.Summarizer;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.turn.DispatchRunner;
import dev.adk4j.turn.RawDispatchContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

@Timeout(60)
class ChatModelSummarizerTests {

  private final List<Prompt> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);

  @Test
  void asksTheModelOnceWithoutTools() throws Exception {
    ChatModel model = model(prompt -> response("short", 40, 5));
    assertThat(new ChatModelSummarizer(model).summarize("Summarize.", "user: tea"))
        .isEqualTo("short");
    assertThat(asked)
        .singleElement()
        .satisfies(
            prompt -> {
              assertThat(prompt.getInstructions())
                  .extracting(message -> message.getMessageType() + " " + message.getText())
                  .containsExactly(
                      MessageType.SYSTEM + " Summarize.", MessageType.USER + " user: tea");
              assertThat(((ToolCallingChatOptions) prompt.getOptions()).getToolCallbacks())
                  .isEmpty();
              assertThat(prompt.getOptions().getModel()).isEqualTo("large");
            });
  }

  @Test
  void reportsUsageAndModelToTheDispatch() throws Exception {
    DispatchContext ctx = context(new AbortController());
    List<GenerationStats> heard = new CopyOnWriteArrayList<>();
    ctx.onGenerationStats(heard::add);
    ChatModel model = model(prompt -> response("short", 40, 5));
    ChatOptions cheap = ToolCallingChatOptions.builder().model("small").build();
    Summarizer summarizer = new ChatModelSummarizer(model, cheap, Duration.ZERO).forDispatch(ctx);

    assertThat(summarizer.summarize("Summarize.", "user: tea")).isEqualTo("short");
    assertThat(asked.getFirst().getOptions().getModel()).isEqualTo("small");
    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().model()).isEqualTo("small");
    assertThat(heard.getFirst().provider()).isEqualTo("generic");
    assertThat(heard.getFirst().promptTokens()).isEqualTo(40);
    assertThat(heard.getFirst().completionTokens()).isEqualTo(5);
  }

  @Test
  void reportsNoTokensWithoutUsage() throws Exception {
    DispatchContext ctx = context(new AbortController());
    List<GenerationStats> heard = new CopyOnWriteArrayList<>();
    ctx.onGenerationStats(heard::add);
    new ChatModelSummarizer(model(prompt -> response("short", 0, 0)))
        .forDispatch(ctx)
        .summarize("s", "t");
    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().totalTokens()).isNull();
    assertThat(heard.getFirst().promptTokens()).isNull();
  }

  @Test
  void returnsAnEmptySummaryWithoutAnAnswer() throws Exception {
    ChatModel model = model(prompt -> new ChatResponse(List.of()));
    assertThat(new ChatModelSummarizer(model).summarize("s", "t")).isEmpty();
    assertThat(
            new ChatModelSummarizer(model)
                .forDispatch(context(new AbortController()))
                .summarize("s", "t"))
        .isEmpty();
  }

  @Test
  void interruptsACallAfterItsTimeout() throws Exception {
    Summarizer summarizer =
        new ChatModelSummarizer(model(this::forever), null, Duration.ofMillis(50))
            .forDispatch(context(new AbortController()));
    // one that is given up before its thread came to the model never gets there
    while (begun.getCount() > 0) {
      assertThatThrownBy(() -> summarizer.summarize("s", "t"))
          .isInstanceOfSatisfying(
              AdkException.class,
              e -> assertThat(e.errorCode()).isEqualTo(LlmErrorCode.E_LLM_REQUEST_TIMEOUT));
    }
    interrupted.await();
  }

  @Test
  void interruptsTheCallOnAbort() throws Exception {
    AbortController abort = new AbortController();
    Summarizer summarizer =
        new ChatModelSummarizer(model(this::forever)).forDispatch(context(abort));
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                begun.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              abort.abort("enough");
            });
    assertThatThrownBy(() -> summarizer.summarize("s", "t")).isInstanceOf(AbortException.class);
    interrupted.await();
    assertThatThrownBy(() -> summarizer.summarize("s", "t")).isInstanceOf(AbortException.class);
    assertThat(asked).as("an aborted dispatch asks nobody").hasSize(1);
  }

  @Test
  void propagatesExceptionsOfTheModel() {
    IllegalStateException refused = new IllegalStateException("rate limit");
    Summarizer summarizer =
        new ChatModelSummarizer(
                model(
                    prompt -> {
                      throw refused;
                    }))
            .forDispatch(context(new AbortController()));
    assertThatThrownBy(() -> summarizer.summarize("s", "t")).isSameAs(refused);
  }

  private ChatResponse forever(Prompt prompt) {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
      Thread.currentThread().interrupt();
    }
    return response("too late", 1, 1);
  }

  private ChatModel model(Function<Prompt, ChatResponse> answers) {
    return new ChatModel() {
      @Override
      public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().model("large").toolCallbacks(List.of(TOOL)).build();
      }

      @Override
      public ChatResponse call(Prompt prompt) {
        asked.add(prompt);
        return answers.apply(prompt);
      }
    };
  }

  private static final org.springframework.ai.tool.ToolCallback TOOL =
      org.springframework.ai.tool.function.FunctionToolCallback.builder(
              "own", (String input) -> input)
          .inputType(String.class)
          .build();

  private static ChatResponse response(String text, int prompt, int completion) {
    return new ChatResponse(
        List.of(new Generation(new AssistantMessage(text))),
        ChatResponseMetadata.builder().usage(new DefaultUsage(prompt, completion)).build());
  }

  private static DispatchContext context(AbortController abort) {
    return DispatchRunner.contextOf(
        RawDispatchContext.builder()
            .systemPrompt("")
            .storage(new NoopStorageAdapter())
            .turnAbortController(abort)
            .build());
  }
}
