package dev.adk4j.prompt;

import dev.adk4j.primitive.Thought;
import dev.adk4j.prompt.PromptViews.ThoughtKind;
import dev.adk4j.prompt.PromptViews.ThoughtView;
import dev.adk4j.value.JsonValue;

/** Surviving thoughts as entries. */
record ThoughtEntries(PromptRequest request, PromptRenderers renderers, Bodies bodies) {

  PromptEntry of(Thought thought) {
    String nonce = bodies.nonce(thought);
    ThoughtKind kind = kind(thought);
    ThoughtView view =
        new ThoughtView(
            thought, nonce, kind, Names.identifier(thought.identity()), body(thought, kind, nonce));
    return new PromptEntry.ThoughtEntry(
        thought.id(),
        Names.participant(thought.identity()),
        renderers.thought().render(view),
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

  /** What an opaque thought says to humans is never shown to a model. */
  private String body(Thought thought, ThoughtKind kind, String nonce) {
    if (kind == ThoughtKind.OPAQUE) {
      return "A reasoning block that cannot be read here was kept; it is sent beside this text.";
    }
    String text = thought.content().render(request.context());
    return bodies.record(text, nonce, RecordKind.THOUGHT, thought.id());
  }

  private static ReplayItem replay(Thought thought, JsonValue payload) {
    return new ReplayItem(thought.id(), thought.replayCompatibility().orElse(""), payload);
  }
}
