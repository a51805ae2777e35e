package dev.adk4j.prompt.context;

import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.value.RecordSet;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Trims a dispatch to its context window before each generation: removes the least important
 * records and hides tools, and calls no model. Place it in the dispatch input pipeline, after all
 * middleware that adds content. Changes the dispatch's own sets, never stored records. The executor
 * rejects a prompt that is still too large. Immutable.
 *
 * @since 0.1.0
 */
public final class ContextTrimmer implements DispatchMiddleware {

  private final long contextWindow;
  private final TrimmerOptions options;
  private final Function<DispatchContext, Set<String>> relevantTools;
  private final BiConsumer<DispatchContext, Trace> onTrace;

  /** Creates a trimmer that treats all visible tools as relevant. */
  public ContextTrimmer(long contextWindow, TrimmerOptions options) {
    this(contextWindow, options, ContextTrimmer::visible, (ctx, trace) -> {});
  }

  /**
   * Creates a trimmer.
   *
   * @param contextWindow tokens, at least 1
   * @param relevantTools returns the names of the tools that stay visible
   * @param onTrace receives the result of each iteration
   */
  public ContextTrimmer(
      long contextWindow,
      TrimmerOptions options,
      Function<DispatchContext, Set<String>> relevantTools,
      BiConsumer<DispatchContext, Trace> onTrace) {
    Violations.require(contextWindow >= 1, "$.contextWindow", "range", "must be at least 1");
    Resolvers.require(options.estimateTokens(), "subtractToFit", "estimateTokens");
    this.contextWindow = contextWindow;
    this.options = options;
    this.relevantTools = relevantTools;
    this.onTrace = onTrace;
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    WorkingSet set = workingSet(ctx);
    Trace trace =
        Trimming.subtractToFit(set, contextWindow, relevantTools.apply(ctx), options, ctx);
    apply(ctx, set);
    onTrace.accept(ctx, trace);
    next.proceed();
  }

  private static Set<String> visible(DispatchContext ctx) {
    return ctx.tools().visible().stream().map(Tool::name).collect(Collectors.toSet());
  }

  private static WorkingSet workingSet(DispatchContext ctx) {
    WorkingSet set = new WorkingSet(ctx.systemPrompt());
    set.standingInstructions.addAll(ctx.standingInstructions().snapshot());
    set.retrievables.addAll(ctx.turnRetrievables().snapshot());
    set.memories.addAll(ctx.turnMemories().snapshot());
    set.messages.addAll(ctx.turnMessages().snapshot());
    Instant start = turnStart(set.messages);
    ctx.turnThoughts()
        .forEach(t -> (t.createdAt().isBefore(start) ? set.priorThoughts : set.thoughts).add(t));
    ctx.turnToolCalls()
        .forEach(c -> (c.createdAt().isBefore(start) ? set.priorToolCalls : set.toolCalls).add(c));
    set.tools.addAll(ctx.tools().visible());
    set.messages.forEach(message -> images(message).forEach(set.images::add));
    return set;
  }

  /** Returns the time of the newest user message, which begins a turn. */
  private static Instant turnStart(List<Message> messages) {
    return messages.stream()
        .filter(m -> m.role() == MessageRole.USER)
        .map(Message::createdAt)
        .max(Instant::compareTo)
        .orElse(Instant.MIN);
  }

  private static Stream<Media> images(Message message) {
    return message.attachments().stream().filter(media -> media.kind() == MediaKind.IMAGE);
  }

  private static void apply(DispatchContext ctx, WorkingSet set) {
    retain(ctx.turnRetrievables(), set.retrievables);
    retain(ctx.turnMemories(), set.memories);
    retain(ctx.turnMessages(), set.messages);
    retain(ctx.turnThoughts(), both(set.priorThoughts, set.thoughts));
    retain(ctx.turnToolCalls(), both(set.priorToolCalls, set.toolCalls));
    ctx.tools().hide(set.hiddenTools.stream().map(Tool::name).toArray(String[]::new));
    Set<Media> images = identities(set.images);
    for (Message message : ctx.turnMessages()) {
      if (images(message).anyMatch(media -> !images.contains(media))) {
        ctx.turnMessages().replaceById(without(message, images));
      }
    }
  }

  /** Removes images from a message; a message of images alone gets a note instead. */
  private static Message without(Message message, Set<Media> kept) {
    List<Media> attachments =
        message.attachments().stream()
            .filter(media -> media.kind() != MediaKind.IMAGE || kept.contains(media))
            .toList();
    Message.Builder builder = message.toBuilder().attachments(attachments);
    return message.content().isEmpty() && attachments.isEmpty()
        ? builder.content("[An image was left out to save room.]").build()
        : builder.build();
  }

  private static <T> List<T> both(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  private static <T> void retain(RecordSet<T> records, List<T> kept) {
    Set<T> wanted = identities(kept);
    records.snapshot().stream().filter(r -> !wanted.contains(r)).forEach(records::remove);
  }

  private static <T> Set<T> identities(List<T> items) {
    Set<T> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(items);
    return set;
  }

  /**
   * Result of one trimming, in tokens. Contains no content.
   *
   * @param window the context window
   * @param reserve the part of the window reserved for the answer
   * @param budget the part of the window available to the prompt
   * @param buckets one for each step, in order
   */
  public record Trace(
      long window,
      long reserve,
      long budget,
      long totalBefore,
      long totalAfter,
      List<Bucket> buckets) {

    public Trace {
      buckets = List.copyOf(buckets);
    }

    /** Returns true if the prompt fits its budget. */
    public boolean fits() {
      return totalAfter <= budget;
    }

    /** Returns the step of that name. */
    public Optional<Bucket> bucket(String name) {
      return buckets.stream().filter(bucket -> bucket.name().equals(name)).findFirst();
    }

    /** Records of one step, before and after it. */
    public record Bucket(
        String name,
        long tokensBefore,
        long tokensAfter,
        int countBefore,
        int countAfter,
        String note,
        List<String> shedIds) {

      public Bucket {
        shedIds = List.copyOf(shedIds);
      }
    }
  }
}
