package dev.adk4j.prompt.context;

import dev.adk4j.error.AdkErrorCode;
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
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sheds what does not fit before each generation; belongs into the dispatch input pipeline, after
 * whatever adds content. Changes what the dispatch sees, never what is stored. A prompt that is too
 * large all the same is left to the executor, which refuses it. Immutable.
 */
public final class ThriftContext implements DispatchMiddleware {

  private final long contextWindow;
  private final ThriftOptions options;
  private final Function<DispatchContext, Set<String>> relevantTools;
  private final BiConsumer<DispatchContext, ThriftTrace> onTrace;

  /** All visible tools count as relevant. */
  public ThriftContext(long contextWindow, ThriftOptions options) {
    this(contextWindow, options, ThriftContext::visible, (ctx, trace) -> {});
  }

  /**
   * @param contextWindow tokens, at least 1
   * @param relevantTools the names of the tools that the model is to be offered
   * @param onTrace told what was shed, in each iteration
   */
  public ThriftContext(
      long contextWindow,
      ThriftOptions options,
      Function<DispatchContext, Set<String>> relevantTools,
      BiConsumer<DispatchContext, ThriftTrace> onTrace) {
    new Violations()
        .check(contextWindow >= 1, "$.contextWindow", "range", "must be at least 1")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    Resolvers.require(options.estimateTokens(), "subtractToFit", "estimateTokens");
    this.contextWindow = contextWindow;
    this.options = options;
    this.relevantTools = relevantTools;
    this.onTrace = onTrace;
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    WorkingSet set = workingSet(ctx);
    ThriftTrace trace =
        Thrift.subtractToFit(
            set, contextWindow, relevantTools.apply(ctx), options.toBuilder().context(ctx).build());
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

  /** A turn begins with the newest thing a user said. */
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

  /** A message that was nothing but images says so. */
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
}
