package dev.adk4j.springai.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.ChatOptions;

/** Calls the taps and ignores their exceptions. */
final class Taps {

  private static final Logger log = LoggerFactory.getLogger(Taps.class);

  private Taps() {}

  static void prompt(
      @Nullable PromptTap tap,
      String generationId,
      List<Message> messages,
      ChatOptions options,
      boolean streamed) {
    if (tap != null) {
      quietly(() -> tap.onPrompt(generationId, List.copyOf(messages), options, streamed));
    }
  }

  static void answer(
      @Nullable AnswerTap tap, String generationId, ModelAnswer answer, boolean streamed) {
    if (tap != null) {
      List<String> reasoning = List.copyOf(answer.reasoning().values());
      quietly(
          () ->
              tap.onAnswer(
                  generationId,
                  answer.rawText(),
                  answer.text(),
                  reasoning,
                  answer.toolCalls(),
                  streamed));
    }
  }

  static void both(Runnable first, Runnable second) {
    quietly(first);
    quietly(second);
  }

  private static void quietly(Runnable tap) {
    try {
      tap.run();
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError && !(e instanceof StackOverflowError)) {
        throw e;
      }
      log.warn("A tap failed: {}", e.getClass().getName());
    }
  }
}
