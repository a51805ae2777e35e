package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchExecutorHelpers;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reports an answer while it arrives, and completes the reports at its end. */
final class LiveReports implements AnswerListener {

  private final DispatchExecutorHelpers helpers;
  final String messageId;
  private final String thoughtId;
  private final Map<String, String> thoughtIds = new LinkedHashMap<>();
  private final Set<String> live = new LinkedHashSet<>();
  private Runnable whenBegun = () -> {};
  private final StringBuilder heard = new StringBuilder();
  private boolean spoken;

  LiveReports(DispatchExecutorHelpers helpers, String generationId) {
    this.helpers = helpers;
    this.messageId = generationId + ":message";
    this.thoughtId = generationId + ":thought";
  }

  void whenBegun(Runnable whenBegun) {
    this.whenBegun = whenBegun;
  }

  @Override
  public void begun() {
    whenBegun.run();
  }

  @Override
  public void text(String delta) {
    spoken = true;
    heard.append(delta);
    helpers.reportMessage(messageId, delta);
  }

  @Override
  public void reasoning(String source, String delta) {
    live.add(source);
    helpers.reportThought(thoughtId(source), delta);
  }

  /** Returns true until a part of the answer is received. */
  boolean isSilent() {
    return !spoken && live.isEmpty();
  }

  /** Returns the text received so far. */
  String heard() {
    return heard.toString();
  }

  /** Returns the id of the thought of a source. The first source's id has no number. */
  String thoughtId(String source) {
    return thoughtIds.computeIfAbsent(
        source, key -> thoughtIds.isEmpty() ? thoughtId : thoughtId + ":" + thoughtIds.size());
  }

  /** Returns the ids of thoughts that were not found in the answer's text. */
  List<String> thoughtsOfProvider(ModelAnswer answer) {
    return answer.reasoning().keySet().stream()
        .filter(source -> !source.startsWith(ReasoningCollector.IN_TEXT))
        .map(this::thoughtId)
        .toList();
  }

  /** Completes the message. Reports it as a whole if it was not streamed. */
  void sealMessage(String text) {
    if (!text.isEmpty()) {
      helpers.reportMessage(messageId, spoken ? "" : text, true);
    }
  }

  /** Ends the live reports of an answer that is discarded. */
  void abandon() {
    if (spoken) {
      helpers.reportMessage(messageId, "", true);
    }
    live.forEach(source -> helpers.reportThought(thoughtId(source), "", true));
  }

  void sealThoughts(Map<String, String> reasoning) {
    reasoning.forEach(
        (source, text) -> {
          if (!live.contains(source)) {
            helpers.reportThought(thoughtId(source), text, true);
          }
        });
    live.forEach(source -> helpers.reportThought(thoughtId(source), "", true));
  }
}
