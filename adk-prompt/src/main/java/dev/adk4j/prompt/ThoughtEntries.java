package dev.adk4j.prompt;

import dev.adk4j.primitive.Thought;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptRenderers.ThoughtKind;
import dev.adk4j.prompt.PromptRenderers.View;
import dev.adk4j.value.JsonValue;

/** Renders surviving thoughts as entries. */
record ThoughtEntries(PromptRequest request, PromptRenderers renderers, Bodies bodies) {

  PromptEntry of(Thought thought) {
    String nonce = bodies.nonce(RecordKind.THOUGHT, thought.id());
    ThoughtKind kind = kind(thought);
    View<Thought> view = new View<>(thought, nonce, body(thought, kind, nonce));
    return new PromptEntry.ThoughtEntry(
        thought.id(),
        Names.participant(thought.identity()),
        renderers.thought(view, kind, Names.identifier(thought.identity())),
        thought.payload().map(payload -> replay(thought, payload)).orElse(null));
  }

  private ThoughtKind kind(Thought thought) {
    if (thought.payload().isPresent()) {
      return ThoughtKind.OPAQUE;
    }
    return ThoughtSelection.isOwn(thought.identity(), request.options().selfIdentity())
        ? ThoughtKind.SELF
        : ThoughtKind.PEER;
  }

  /** Returns the text of a thought; a notice for an opaque one, whose text is for humans only. */
  private String body(Thought thought, ThoughtKind kind, String nonce) {
    if (kind == ThoughtKind.OPAQUE) {
      return "A reasoning block that cannot be read here was kept; it is sent beside this text.";
    }
    String text = thought.content().render(request.context());
    return bodies.record(text, nonce, RecordKind.THOUGHT, thought.id());
  }

  private static PromptEntry.ReplayItem replay(Thought thought, JsonValue payload) {
    return new PromptEntry.ReplayItem(
        thought.id(), thought.replayCompatibility().orElse(""), payload);
  }
}
