package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Thought;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Emits answers and thoughts as deltas, word by word, and stores the whole text. */
final class Speech {

  /** Longest total pause of one text, however long it is. */
  private static final Duration MOST_RESTED = Duration.ofSeconds(10);

  private static final Pattern WORD = Pattern.compile("\\s*\\S+\\s*");

  private final DispatchContext ctx;
  private final DispatchExecutorHelpers helpers;
  private final Duration pause;

  Speech(DispatchContext ctx, DispatchExecutorHelpers helpers, Duration pause) {
    this.ctx = ctx;
    this.helpers = helpers;
    this.pause = pause;
  }

  void say(String text) throws InterruptedException {
    String id = Ids.next();
    Instant now = ctx.clock().instant();
    stream(text, (delta, last) -> helpers.reportMessage(id, delta, last));
    ctx.storeMessage(
        Message.builder()
            .id(id)
            .role(MessageRole.ASSISTANT)
            .content(text)
            .createdAt(now)
            .updatedAt(now)
            .build());
  }

  void think(String text) throws InterruptedException {
    String id = Ids.next();
    Instant now = ctx.clock().instant();
    stream(text, (delta, last) -> helpers.reportThought(id, delta, last));
    ctx.storeThought(Thought.builder().id(id).content(text).createdAt(now).updatedAt(now).build());
  }

  private void stream(String text, Sink sink) throws InterruptedException {
    List<String> words = words(text);
    Duration rest = rest(pause, words.size());
    for (int i = 0; i < words.size(); i++) {
      ctx.abortSignal().throwIfAborted();
      sink.accept(words.get(i), i == words.size() - 1);
      if (!rest.isZero()) {
        Thread.sleep(rest);
      }
    }
  }

  /** Returns the pause after each word of a text of that many words. */
  static Duration rest(Duration pause, int words) {
    Duration most = MOST_RESTED.dividedBy(Math.max(1, words));
    return pause.compareTo(most) < 0 ? pause : most;
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher m = WORD.matcher(text);
    while (m.find()) {
      words.add(m.group());
    }
    return words;
  }

  @FunctionalInterface
  private interface Sink {
    void accept(String delta, boolean last);
  }
}
