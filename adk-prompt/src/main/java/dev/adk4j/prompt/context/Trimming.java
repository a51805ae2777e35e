package dev.adk4j.prompt.context;

import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.AbstractRecord;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.context.ContextTrimmer.Trace;
import dev.adk4j.token.RenderContext;
import dev.adk4j.token.Tokenizable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Removes the least important records from a working set until it fits. Calls no model. System
 * prompt and standing instructions are never removed.
 */
final class Trimming {

  private final WorkingSet set;
  private final TrimmerOptions options;
  private final @Nullable RenderContext context;
  private final ToLongBiFunction<String, String> tokens;
  private final long budget;
  private final Map<Object, Long> measured = new IdentityHashMap<>();
  private final List<Trace.Bucket> buckets = new ArrayList<>();
  private long total;

  private Trimming(
      WorkingSet set, long budget, TrimmerOptions options, @Nullable RenderContext context) {
    this.set = set;
    this.options = options;
    this.context = context;
    this.tokens = Resolvers.require(options.estimateTokens(), "subtractToFit", "estimateTokens");
    this.budget = budget;
  }

  /**
   * Removes records from the working set until it fits.
   *
   * @param relevantToolNames the only tools that stay visible
   * @param context for dynamic texts
   * @throws dev.adk4j.error.AdkException {@code E_CONTEXT_RESOLVER_MISSING} without an estimator
   */
  static Trace subtractToFit(
      WorkingSet set,
      long contextWindow,
      Set<String> relevantToolNames,
      TrimmerOptions options,
      @Nullable RenderContext context) {
    long reserve = options.reserve(contextWindow);
    long budget = contextWindow - reserve;
    Trimming trimming = new Trimming(set, budget, options, context);
    long before = trimming.run(relevantToolNames);
    return new Trace(contextWindow, reserve, budget, before, trimming.total, trimming.buckets);
  }

  private long run(Set<String> relevant) {
    List<String> unknown =
        set.retrievables.stream().filter(Retrievable::sizeUnknown).map(Retrievable::id).toList();
    int all = set.retrievables.size();
    set.retrievables.removeIf(Retrievable::sizeUnknown);
    buckets.add(
        new Trace.Bucket(
            "retrievables-size-unknown", 0, 0, all, all - unknown.size(), "not measured", unknown));
    total = measureAll();
    long before = total;
    Predicate<Object> always = any -> true;
    shed(
        "prior-turn-thoughts",
        set.priorThoughts,
        only(
            set.priorThoughts,
            t -> options.stripPriorTurnThoughts() && !options.keepThoughtIds().contains(t.id())),
        always);
    hide("irrelevant-tools", only(set.tools, tool -> !relevant.contains(tool.name())), always);
    Predicate<Object> over = any -> total > budget;
    shed("image", set.images, set.images, over);
    shed("prior-tool-results", set.priorToolCalls, set.priorToolCalls, over);
    int old = Math.max(0, set.toolCalls.size() - options.thisTurnResultKeep());
    shed("tool-results", set.toolCalls, set.toolCalls.subList(0, old), over);
    shed(
        "retrievables",
        set.retrievables,
        sorted(set.retrievables, Comparator.comparingDouble(r -> r.score().orElse(0))),
        over);
    shed(
        "memories",
        set.memories,
        sorted(set.memories, Comparator.comparingDouble(Memory::importance)),
        over);
    shed("ephemeral", set.messages, allButNewest(only(set.messages, options.ephemeral())), over);
    Predicate<Message> talk = options.ephemeral().or(options.summary()).negate();
    shed("messages", set.messages, allButNewest(only(set.messages, talk)), over);
    List<Thought> surviving = new ArrayList<>(set.priorThoughts);
    surviving.addAll(set.thoughts);
    shedThoughts(surviving, over);
    hide("tools", hideable(), over);
    return before;
  }

  /** Removes thoughts from both lists; only the newest of all is kept. */
  private void shedThoughts(List<Thought> surviving, Predicate<Object> wanted) {
    shed(
        "thoughts",
        surviving,
        only(allButNewest(surviving), t -> !options.protectThoughtIds().contains(t.id())),
        wanted);
    set.priorThoughts.retainAll(surviving);
    set.thoughts.retainAll(surviving);
  }

  private List<Tool> hideable() {
    return sorted(
        set.tools,
        Comparator.comparing((Tool tool) -> options.protectedToolNames().contains(tool.name()))
            .thenComparingDouble(options.shedRank()));
  }

  private void hide(String name, List<Tool> candidates, Predicate<Object> wanted) {
    List<Tool> before = List.copyOf(set.tools);
    shed(name, set.tools, candidates, wanted);
    before.stream().filter(tool -> !set.tools.contains(tool)).forEach(set.hiddenTools::add);
  }

  private <T> void shed(String name, List<T> items, List<T> candidates, Predicate<Object> wanted) {
    int count = items.size();
    long before = items.stream().mapToLong(this::known).sum();
    List<String> gone = new ArrayList<>();
    long freed = 0;
    for (T candidate : List.copyOf(candidates)) {
      if (!wanted.test(candidate)) {
        break;
      }
      items.removeIf(item -> item == candidate);
      long size = known(candidate);
      total -= size;
      freed += size;
      gone.add(idOf(candidate));
    }
    String note = gone.isEmpty() ? "kept" : "shed";
    buckets.add(new Trace.Bucket(name, before, before - freed, count, items.size(), note, gone));
  }

  private static String idOf(Object item) {
    return switch (item) {
      case Media image -> image.id();
      case Tool tool -> tool.name();
      default -> ((AbstractRecord<?>) item).id();
    };
  }

  private long known(Object item) {
    return measured.getOrDefault(item, 0L);
  }

  private long measureAll() {
    long sum = text(set.systemPrompt);
    for (Tokenizable instruction : set.standingInstructions) {
      sum += text(instruction);
    }
    List<List<?>> all =
        List.of(
            set.retrievables,
            set.memories,
            set.messages,
            set.priorThoughts,
            set.thoughts,
            set.priorToolCalls,
            set.toolCalls,
            set.tools,
            set.images);
    for (List<?> items : all) {
      for (Object item : items) {
        long one = tokens(item);
        measured.put(item, one);
        sum += one;
      }
    }
    return sum;
  }

  private long text(Tokenizable text) {
    return estimate(text.render(context));
  }

  private long estimate(String text) {
    return text.isEmpty() ? 0 : tokens.applyAsLong(text, options.encoding());
  }

  private long tokens(Object item) {
    return switch (item) {
      case Media image -> ContextTexts.tokens(image);
      case Tool tool -> estimate(text(tool));
      case Message message when isOwn(message) -> contentTokens(message);
      case AbstractRecord<?> record -> options.envelopeTokens() + contentTokens(record);
      default -> throw new IllegalArgumentException(item.getClass() + " is not in a prompt");
    };
  }

  private long contentTokens(AbstractRecord<?> record) {
    return switch (record) {
      case Retrievable retrievable -> estimate(ContextTexts.of(retrievable, context));
      case Memory memory -> text(memory.content());
      case Message message -> estimate(ContextTexts.of(message, context)) + mediaTokens(message);
      case Thought thought -> text(thought.content());
      case ToolCall call ->
          estimate(ContextTexts.of(call, context)) + ContextTexts.mediaTokens(call);
    };
  }

  private String text(Tool tool) {
    Function<Tool, String> text = options.toolText();
    return text == null ? ContextTexts.of(tool) : text.apply(tool);
  }

  private static long mediaTokens(Message message) {
    return message.attachments().stream()
        .filter(media -> media.kind() != MediaKind.IMAGE)
        .mapToLong(ContextTexts::tokens)
        .sum();
  }

  private static boolean isOwn(Message message) {
    return message.role() == MessageRole.ASSISTANT
        && message.identity().identifier().equals(MessageRole.ASSISTANT.wire());
  }

  private static <T> List<T> only(List<T> items, Predicate<T> wanted) {
    return items.stream().filter(wanted).toList();
  }

  private static <T> List<T> allButNewest(List<T> items) {
    return items.isEmpty() ? items : items.subList(0, items.size() - 1);
  }

  private static <T> List<T> sorted(List<T> items, Comparator<T> order) {
    return items.stream().sorted(order).toList();
  }
}
