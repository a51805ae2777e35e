package dev.adk4j.prompt;

import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptOptions.AssistantMedia;
import dev.adk4j.prompt.PromptRenderers.Speaker;
import dev.adk4j.prompt.PromptRenderers.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Renders messages as entries. */
record MessageEntries(
    PromptRequest request, PromptRenderers renderers, Bodies bodies, MediaEntries media) {

  /**
   * Returns one entry by default; two if media is offered again, none for an empty text of the
   * agent itself.
   */
  List<PromptEntry> of(Message message) throws IOException {
    Speaker speaker = speaker(message);
    String nonce = bodies.nonce(RecordKind.MESSAGE, message.id());
    List<PromptEntry.Part> parts = new ArrayList<>(text(message, speaker, nonce));
    MediaEntries.Origin origin = new MediaEntries.Origin(nonce, message.id(), RecordKind.MESSAGE);
    AssistantMedia choice = request.options().assistantMedia();
    boolean asText = speaker != Speaker.USER && choice != AssistantMedia.NATIVE;
    for (Media item : message.attachments()) {
      parts.addAll(asText ? media.asText(item, origin, bodies) : media.of(item, origin, bodies));
    }
    if (parts.isEmpty()) {
      return List.of();
    }
    String name = Names.participant(message.identity());
    if (speaker == Speaker.USER) {
      return List.of(new PromptEntry.UserEntry(message.id(), name, parts));
    }
    List<PromptEntry> entries = new ArrayList<>();
    entries.add(new PromptEntry.AssistantEntry(message.id(), name, speaker == Speaker.PEER, parts));
    List<PromptEntry.Part> again =
        choice == AssistantMedia.REOFFER ? media.nativeOnly(message.attachments()) : List.of();
    if (!again.isEmpty()) {
      entries.add(new PromptEntry.UserEntry(message.id() + ":media", "user", again));
    }
    return entries;
  }

  private List<PromptEntry.Part> text(Message message, Speaker speaker, String nonce) {
    if (message.content().isEmpty()) {
      return List.of();
    }
    String given = message.content().get().render(request.context());
    String body =
        speaker == Speaker.SELF
            ? bodies.own(given, message.id())
            : bodies.message(given, nonce, message.id());
    String from = Names.shown(message.identity(), request.context());
    String text = renderers.message(new View<>(message, nonce, body), speaker, from);
    return text.isEmpty() ? List.of() : List.of(new PromptEntry.TextPart(text));
  }

  private Speaker speaker(Message message) {
    if (message.role() == MessageRole.USER) {
      return Speaker.USER;
    }
    return message.isPartial()
            || ThoughtSelection.isOwn(message.identity(), request.options().selfIdentity())
        ? Speaker.SELF
        : Speaker.PEER;
  }
}
