package dev.adk4j.springai.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.context.Summariser;
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
class ChatModelSummariserTests {

  private final List<Prompt> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);

  @Test
  void theModelIsAskedOnceWithoutToolsAndItsTextComesBack() throws Exception {
    ChatModel model = model(prompt -> response("short", 40, 5));
    assertThat(new ChatModelSummariser(model).summarise("Summarise.", "user: tea"))
        .isEqualTo("short");
    assertThat(asked)
        .singleElement()
        .satisfies(
            prompt -> {
              assertThat(prompt.getInstructions())
                  .extracting(message -> message.getMessageType() + " " + message.getText())
                  .containsExactly(
                      MessageType.SYSTEM + " Summarise.", MessageType.USER + " user: tea");
              assertThat(((ToolCallingChatOptions) prompt.getOptions()).getToolCallbacks())
                  .isEmpty();
              assertThat(prompt.getOptions().getModel()).isEqualTo("large");
            });
  }

  @Test
  void aDispatchHearsWhatWasUsedUpByWhichModel() throws Exception {
    DispatchContext ctx = context(new AbortController());
    List<GenerationStats> heard = new CopyOnWriteArrayList<>();
    ctx.onGenerationStats(heard::add);
    ChatModel model = model(prompt -> response("short", 40, 5));
    ChatOptions cheap = ToolCallingChatOptions.builder().model("small").build();
    Summariser summariser = new ChatModelSummariser(model, cheap, Duration.ZERO).forDispatch(ctx);

    assertThat(summariser.summarise("Summarise.", "user: tea")).isEqualTo("short");
    assertThat(asked.getFirst().getOptions().getModel()).isEqualTo("small");
    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().model()).isEqualTo("small");
    assertThat(heard.getFirst().provider()).isEqualTo("generic");
    assertThat(heard.getFirst().promptTokens()).isEqualTo(40);
    assertThat(heard.getFirst().completionTokens()).isEqualTo(5);
  }

  @Test
  void tokensThatTheProviderDoesNotTellAreNotMadeUp() throws Exception {
    DispatchContext ctx = context(new AbortController());
    List<GenerationStats> heard = new CopyOnWriteArrayList<>();
    ctx.onGenerationStats(heard::add);
    new ChatModelSummariser(model(prompt -> response("short", 0, 0)))
        .forDispatch(ctx)
        .summarise("s", "t");
    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().totalTokens()).isNull();
    assertThat(heard.getFirst().promptTokens()).isNull();
  }

  @Test
  void aModelWithoutAnAnswerGivesAnEmptySummary() throws Exception {
    ChatModel model = model(prompt -> new ChatResponse(List.of()));
    assertThat(new ChatModelSummariser(model).summarise("s", "t")).isEmpty();
    assertThat(
            new ChatModelSummariser(model)
                .forDispatch(context(new AbortController()))
                .summarise("s", "t"))
        .isEmpty();
  }

  @Test
  void aCallThatTakesTooLongIsGivenUpAndInterrupted() throws Exception {
    Summariser summariser =
        new ChatModelSummariser(model(this::forever), null, Duration.ofMillis(50))
            .forDispatch(context(new AbortController()));
    // one that is given up before its thread came to the model never gets there
    while (begun.getCount() > 0) {
      assertThatThrownBy(() -> summariser.summarise("s", "t"))
          .isInstanceOfSatisfying(
              AdkException.class,
              e -> assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_LLM_REQUEST_TIMEOUT));
    }
    interrupted.await();
  }

  @Test
  void anAbortLeavesAtOnceAndInterruptsTheCall() throws Exception {
    AbortController abort = new AbortController();
    Summariser summariser =
        new ChatModelSummariser(model(this::forever)).forDispatch(context(abort));
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
    assertThatThrownBy(() -> summariser.summarise("s", "t")).isInstanceOf(AbortException.class);
    interrupted.await();
    assertThatThrownBy(() -> summariser.summarise("s", "t")).isInstanceOf(AbortException.class);
    assertThat(asked).as("an aborted dispatch asks nobody").hasSize(1);
  }

  @Test
  void whatTheModelThrowsIsThrownAsItIs() {
    IllegalStateException refused = new IllegalStateException("rate limit");
    Summariser summariser =
        new ChatModelSummariser(
                model(
                    prompt -> {
                      throw refused;
                    }))
            .forDispatch(context(new AbortController()));
    assertThatThrownBy(() -> summariser.summarise("s", "t")).isSameAs(refused);
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
