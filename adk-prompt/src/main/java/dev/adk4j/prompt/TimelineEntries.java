package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.PromptRenderers.TimelineItem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Renders the conversation as entries. */
record TimelineEntries(
    PromptRequest request, PromptRenderers renderers, Bodies bodies, ArtifactTypes types) {

  List<PromptEntry> all() throws IOException {
    AgentContext ctx = request.context();
    List<Thought> surviving =
        renderers.thoughtFilter(ctx.turnThoughts().snapshot(), request.options());
    MediaEntries media = new MediaEntries(request, renderers);
    MessageEntries messages = new MessageEntries(request, renderers, bodies, media);
    ThoughtEntries thoughts = new ThoughtEntries(request, renderers, bodies);
    ToolEntries tools = new ToolEntries(request, renderers, bodies, media, new Handles(ctx, types));
    List<PromptEntry> entries = new ArrayList<>();
    for (TimelineItem item :
        renderers.history(
            ctx.turnMessages().snapshot(), surviving, ctx.turnToolCalls().snapshot())) {
      switch (item) {
        case TimelineItem.MessageItem(Message message) -> entries.addAll(messages.of(message));
        case TimelineItem.ThoughtItem(Thought thought) -> entries.add(thoughts.of(thought));
        case TimelineItem.CallItem(ToolCall call) -> entries.add(tools.of(call));
      }
    }
    return entries;
  }
}
