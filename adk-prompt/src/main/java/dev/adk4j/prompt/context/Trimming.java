package dev.adk4j.prompt.context;

import dev.adk4j.loop.Tool;
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
import java.util.function.ToLongFunction;
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
    Step<Thought> stripped = new Step<>("prior-turn-thoughts", set.priorThoughts, Thought::id);
    shed(
        stripped,
        options.stripPriorTurnThoughts()
            ? oldest(set.priorThoughts, t -> !options.keepThoughtIds().contains(t.id()))
            : List.of(),
        always);
    hide(
        "irrelevant-tools",
        set.tools.stream().filter(tool -> !relevant.contains(tool.name())).toList(),
        always);
    Predicate<Object> over = any -> total > budget;
    shed(new Step<>("image", set.images, Media::id), List.copyOf(set.images), over);
    shed(
        new Step<>("prior-tool-results", set.priorToolCalls, ToolCall::id),
        List.copyOf(set.priorToolCalls),
        over);
    int old = Math.max(0, set.toolCalls.size() - options.thisTurnResultKeep());
    shed(
        new Step<>("tool-results", set.toolCalls, ToolCall::id),
        List.copyOf(set.toolCalls.subList(0, old)),
        over);
    shed(
        new Step<>("retrievables", set.retrievables, Retrievable::id),
        sorted(set.retrievables, Comparator.comparingDouble(r -> r.score().orElse(0))),
        over);
    shed(
        new Step<>("memories", set.memories, Memory::id),
        sorted(set.memories, Comparator.comparingDouble(Memory::importance)),
        over);
    Step<Message> messages = new Step<>("ephemeral", set.messages, Message::id);
    shed(messages, allButNewest(oldest(set.messages, options.ephemeral())), over);
    Predicate<Message> talk = options.ephemeral().or(options.summary()).negate();
    shed(messages.named("messages"), allButNewest(oldest(set.messages, talk)), over);
    List<Thought> surviving = new ArrayList<>(set.priorThoughts);
    surviving.addAll(set.thoughts);
    shedThoughts(surviving, over);
    hide("tools", hideable(), over);
    return before;
  }

  /** Removes thoughts from both lists; only the newest of all is kept. */
  private void shedThoughts(List<Thought> surviving, Predicate<Object> wanted) {
    Step<Thought> step = new Step<>("thoughts", surviving, Thought::id);
    shed(
        step,
        allButNewest(surviving).stream()
            .filter(thought -> !options.protectThoughtIds().contains(thought.id()))
            .toList(),
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
    shed(new Step<>(name, set.tools, Tool::name), candidates, wanted);
    before.stream().filter(tool -> !set.tools.contains(tool)).forEach(set.hiddenTools::add);
  }

  private <T> void shed(Step<T> step, List<T> candidates, Predicate<Object> wanted) {
    int count = step.items().size();
    long before = step.items().stream().mapToLong(this::known).sum();
    List<String> gone = new ArrayList<>();
    long freed = 0;
    for (T candidate : candidates) {
      if (!wanted.test(candidate)) {
        break;
      }
      step.items().removeIf(item -> item == candidate);
      long size = known(candidate);
      total -= size;
      freed += size;
      gone.add(step.id().apply(candidate));
    }
    buckets.add(
        new Trace.Bucket(
            step.name(),
            before,
            before - freed,
            count,
            step.items().size(),
            gone.isEmpty() ? "kept" : "shed",
            gone));
  }

  private long known(Object item) {
    return measured.getOrDefault(item, 0L);
  }

  private long measureAll() {
    long sum = text(set.systemPrompt);
    for (Tokenizable instruction : set.standingInstructions) {
      sum += text(instruction);
    }
    sum += measure(set.retrievables, this::tokens);
    sum += measure(set.memories, this::tokens);
    sum += measure(set.messages, this::tokens);
    sum += measure(set.priorThoughts, this::tokens);
    sum += measure(set.thoughts, this::tokens);
    sum += measure(set.priorToolCalls, this::tokens);
    sum += measure(set.toolCalls, this::tokens);
    sum += measure(set.tools, this::tokens);
    return sum + measure(set.images, this::tokens);
  }

  private <T> long measure(List<T> items, ToLongFunction<T> size) {
    long sum = 0;
    for (T item : items) {
      long one = size.applyAsLong(item);
      measured.put(item, one);
      sum += one;
    }
    return sum;
  }

  private long text(Tokenizable text) {
    return estimate(text.render(context));
  }

  private long estimate(String text) {
    return text.isEmpty() ? 0 : tokens.applyAsLong(text, options.encoding());
  }

  private long tokens(Retrievable retrievable) {
    return options.envelopeTokens() + estimate(ContextTexts.of(retrievable, context));
  }

  private long tokens(Memory memory) {
    return options.envelopeTokens() + text(memory.content());
  }

  private long tokens(Message message) {
    return (isOwn(message) ? 0 : options.envelopeTokens())
        + estimate(ContextTexts.of(message, context))
        + message.attachments().stream()
            .filter(media -> media.kind() != MediaKind.IMAGE)
            .mapToLong(ContextTexts::tokens)
            .sum();
  }

  private static boolean isOwn(Message message) {
    return message.role() == MessageRole.ASSISTANT
        && message.identity().identifier().equals(MessageRole.ASSISTANT.wire());
  }

  private long tokens(Thought thought) {
    return options.envelopeTokens() + text(thought.content());
  }

  private long tokens(ToolCall call) {
    return options.envelopeTokens()
        + estimate(ContextTexts.of(call, context))
        + ContextTexts.mediaTokens(call);
  }

  private long tokens(Tool tool) {
    Function<Tool, String> text = options.toolText();
    return estimate(text == null ? ContextTexts.of(tool) : text.apply(tool));
  }

  private long tokens(Media media) {
    return ContextTexts.tokens(media);
  }

  private static <T> List<T> oldest(List<T> items, Predicate<T> of) {
    return items.stream().filter(of).toList();
  }

  private static <T> List<T> allButNewest(List<T> items) {
    return items.isEmpty() ? items : List.copyOf(items.subList(0, items.size() - 1));
  }

  private static <T> List<T> sorted(List<T> items, Comparator<T> order) {
    return items.stream().sorted(order).toList();
  }

  /** One kind of record and the list that it is removed from. */
  private record Step<T>(String name, List<T> items, Function<T, String> id) {
    Step<T> named(String other) {
      return new Step<>(other, items, id);
    }
  }
}
