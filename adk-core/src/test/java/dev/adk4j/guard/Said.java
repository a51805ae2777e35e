package dev.adk4j.guard;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.harness.StreamedEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One turn whose model says something in parts, and who heard what of it.
 *
 * @param heard what reached a subscriber of the stream
 * @param told what reached listeners
 * @param stored what reached the history, without the input
 */
record Said(String answer, @Nullable Throwable failure, String heard, String told, String stored) {

  static Said to(OutputGuard guard, List<String> parts) {
    Guarded guarded = new Guarded(Guards.builder().output("it", guard).build());
    AgentClient agent = guarded.agent(Guarded.saying(parts));
    AgentStream stream = agent.conversation("ann", "c").stream("?");
    StreamedEvents<String> texts = StreamedEvents.of(stream.text());
    String answer = "";
    Throwable failure = null;
    try {
      answer = stream.answer().join().text();
    } catch (CompletionException e) {
      failure = e.getCause();
    }
    texts.all().handle((all, e) -> all).join();
    return new Said(
        answer,
        failure,
        String.join("", texts.soFar()),
        String.join("", guarded.events()),
        String.join("", guarded.stored().stream().skip(1).toList()));
  }

  List<String> everything() {
    return List.of(answer, heard, told, stored);
  }

  static List<String> parts(String text, int size) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < text.length(); i += size) {
      parts.add(text.substring(i, Math.min(text.length(), i + size)));
    }
    return parts;
  }
}
