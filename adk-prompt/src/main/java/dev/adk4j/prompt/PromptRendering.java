package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.PromptRenderers.TimelineItem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rendered parts of one prompt, for measuring and assembling. Immutable. */
public final class PromptRendering {

  private static final String CONTINUE = "Please continue.";

  private final PromptRequest request;
  private final String systemPrompt;
  private final String standingInstructions;
  private final String memories;
  private final String retrievables;
  private final List<PromptEntry> timeline;
  private final List<Tool.Description> tools;

  PromptRendering(
      PromptRequest request, PromptRenderers renderers, Bodies bodies, ArtifactTypes types)
      throws IOException {
    SystemBlocks system = new SystemBlocks(request, renderers, bodies);
    this.request = request;
    this.systemPrompt = system.prompt();
    this.standingInstructions = system.standingInstructions();
    this.memories = system.memories();
    this.retrievables = system.retrievables();
    this.timeline = List.copyOf(timeline(request, renderers, bodies, types));
    this.tools =
        List.copyOf(renderers.declarations(request.context().tools().visible(), renderers));
  }

  private static List<PromptEntry> timeline(
      PromptRequest request, PromptRenderers renderers, Bodies bodies, ArtifactTypes types)
      throws IOException {
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

  /**
   * Counts the tokens of all parts, including those that the bucket order omits.
   *
   * @throws IOException if the size of media cannot be read
   */
  public ContextUsage measure(String encodingId) throws IOException {
    BudgetMeter meter = new BudgetMeter(encodingId);
    return new ContextUsage(
        encodingId,
        meter.text(systemPrompt),
        meter.text(standingInstructions),
        meter.text(memories),
        meter.text(retrievables),
        meter.entries(timeline),
        meter.tools(tools));
  }

  /**
   * @throws AdkException {@code E_LLM_PROMPT_SHAPE} if the prompt ends with the assistant's own
   *     message and the options forbid it
   */
  public AssembledPrompt assemble() {
    List<PromptOptions.Bucket> order = request.options().bucketOrder();
    int conversation = order.indexOf(PromptOptions.Bucket.TIMELINE);
    int leading = conversation < 0 ? order.size() : conversation;
    List<PromptEntry> entries = new ArrayList<>();
    add(
        entries,
        Stream.concat(Stream.of(systemPrompt), order.subList(0, leading).stream().map(this::block)),
        false);
    List<PromptEntry> history = conversation < 0 ? List.of() : shaped();
    entries.addAll(history);
    if (conversation >= 0) {
      add(entries, order.subList(conversation + 1, order.size()).stream().map(this::block), true);
    }
    return new AssembledPrompt(entries, tools, reasoning(history));
  }

  private String block(PromptOptions.Bucket bucket) {
    return switch (bucket) {
      case STANDING_INSTRUCTIONS -> standingInstructions;
      case MEMORIES -> memories;
      case RETRIEVABLES -> retrievables;
      case TIMELINE -> "";
    };
  }

  private static void add(List<PromptEntry> entries, Stream<String> blocks, boolean trailing) {
    String text = blocks.filter(block -> !block.isEmpty()).collect(Collectors.joining("\n\n"));
    if (!text.isEmpty()) {
      entries.add(new PromptEntry.SystemEntry(text, trailing));
    }
  }

  private List<PromptEntry> shaped() {
    PromptEntry last = timeline.isEmpty() ? null : timeline.getLast();
    boolean endsOnAssistant =
        last instanceof PromptEntry.AssistantEntry || last instanceof PromptEntry.ThoughtEntry;
    if (!endsOnAssistant) {
      return timeline;
    }
    return switch (request.options().trailingAssistant()) {
      case WARN -> {
        request.log().log(
            LogLevel.WARN,
            "trailing-assistant",
            "The prompt ends with the assistant's own words, to "
                + "which many providers return nothing.",
            null);
        yield timeline;
      }
      case APPEND_USER -> {
        List<PromptEntry> appended = new ArrayList<>(timeline);
        appended.add(
            new PromptEntry.UserEntry(
                PromptEntry.UserEntry.CONTINUE,
                "user",
                List.of(new PromptEntry.TextPart(CONTINUE))));
        yield appended;
      }
      case FAIL ->
          throw new AdkException(
              LlmErrorCode.E_LLM_PROMPT_SHAPE, LlmErrorCode.E_LLM_PROMPT_SHAPE.meaning());
    };
  }

  private static List<PromptEntry.ReplayItem> reasoning(List<PromptEntry> history) {
    return history.stream()
        .map(entry -> entry instanceof PromptEntry.ThoughtEntry thought ? thought.replay() : null)
        .filter(Objects::nonNull)
        .toList();
  }
}
