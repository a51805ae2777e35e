package dev.adk4j.memory;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.internal.MissingScope;
import dev.adk4j.memory.internal.extraction.CapturingCallbacks;
import dev.adk4j.memory.internal.extraction.ExtractionCoordinator;
import dev.adk4j.memory.internal.injection.MemoryInjection;
import dev.adk4j.memory.internal.injection.MemoryInjectionMiddleware;
import dev.adk4j.memory.internal.injection.MemoryRefreshMiddleware;
import dev.adk4j.memory.internal.injection.Recall;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.storage.FetchMemoriesCallback;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects a manager with runners. {@link #applyTo} registers everything. To use another order,
 * register these in addition to {@link MemoryManager#getTools()}:
 *
 * <ol>
 *   <li>{@link #opening} first in the turn input pipeline;
 *   <li>{@link #injecting} in the turn input pipeline, after the history is loaded and the input
 *       accepted, before anything trims to a budget;
 *   <li>{@link #refreshing} in the dispatch input pipeline;
 *   <li>{@link #closing} first in the turn output pipeline;
 *   <li>{@link #capture} on its builder;
 *   <li>{@link #watch} on the runner.
 * </ol>
 *
 * <p>Each is empty if the manager does not need it. Immutable; can be used by any number of
 * runners.
 *
 * @since 0.1.0
 */
public final class MemoryHooks {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryHooks.class);

  private final MemoryManager manager;
  private final InjectionSettings injection;

  private MemoryHooks(MemoryManager manager, InjectionSettings injection) {
    this.manager = manager;
    this.injection = injection;
  }

  public static MemoryHooks of(MemoryManager manager, InjectionSettings injection) {
    return new MemoryHooks(manager, injection);
  }

  /**
   * Connects the manager with the runners of this builder. Call it once for a builder, after its
   * storage and its pipelines are set; later settings replace what this adds.
   *
   * <ul>
   *   <li>Tools: adds the manager's tools at the end.
   *   <li>Turn input pipeline: records the start of the turn first; injects memories after the last
   *       {@link HydrateTurn} or {@link AcceptInput}, or at the end if there is neither.
   *   <li>Dispatch input pipeline: refreshes memories at the end, if the injection's timing or
   *       lifetime needs it.
   *   <li>Turn output pipeline: records the end of the turn first, so it runs after all others.
   *   <li>Callbacks that write messages, tool calls and thoughts: captures what they store.
   *   <li>Observers: record the end of failed turns.
   * </ul>
   *
   * <p>All parts except tools and memories are added only if a store has extraction.
   */
  public void applyTo(TurnRunner.Builder builder) {
    manager.getTools().forEach(builder::addTool);
    builder.changeTurnInputPipeline(
        pipeline -> {
          injecting().ifPresent(middleware -> pipeline.add(afterInput(pipeline), middleware));
          opening().ifPresent(pipeline::addFirst);
        });
    builder.changeDispatchInputPipeline(pipeline -> refreshing().ifPresent(pipeline::addLast));
    builder.changeTurnOutputPipeline(pipeline -> closing().ifPresent(pipeline::addFirst));
    capture(builder);
    if (manager.extracts()) {
      builder.observe(TurnEvent.TURN_END, end -> manager.extraction().turnEnded(end.turnId()));
    }
    builder.wrapCallback(
        FetchMemoriesCallback.class,
        given -> {
          warnOfTwoWays(given);
          return given;
        });
  }

  private static int afterInput(List<TurnMiddleware> pipeline) {
    for (int i = pipeline.size(); i > 0; i--) {
      TurnMiddleware middleware = pipeline.get(i - 1);
      if (middleware instanceof HydrateTurn || middleware instanceof AcceptInput) {
        return i;
      }
    }
    return pipeline.size();
  }

  /**
   * Logs a warning if turns search the same stores twice: by injection and through {@link
   * MemoryStoreCallbacks}. The result is still correct, because each memory is added once.
   *
   * @param fetching the callback for {@code fetchMemories}
   * @return true if a warning was logged
   */
  public boolean warnOfTwoWays(Object fetching) {
    boolean both =
        injection.enabled()
            && fetching instanceof MemoryStoreCallbacks callbacks
            && callbacks.reads(manager);
    if (both) {
      LOG.warn(
          "The same memory stores are searched twice: MemoryStoreCallbacks implements"
              + " fetchMemories, and injection searches at the beginning of each turn."
              + " Disable injection (adk.memory.injection.enabled=false, or"
              + " InjectionSettings.OFF), or use other storage for fetchMemories.");
    }
    return both;
  }

  /** Returns the middleware that records the start of a turn, so a missing end is detected. */
  public Optional<TurnMiddleware> opening() {
    return manager.extracts() ? Optional.of(new Opening(manager.extraction())) : Optional.empty();
  }

  /** Returns the middleware that records the end of a successful turn. */
  public Optional<TurnMiddleware> closing() {
    return manager.extracts() ? Optional.of(new Closing(manager.extraction())) : Optional.empty();
  }

  /** Returns the middleware that adds memories to a turn. */
  public Optional<TurnMiddleware> injecting() {
    return injection.enabled()
        ? Optional.of(new MemoryInjectionMiddleware(memoryInjection()))
        : Optional.empty();
  }

  /** Returns the middleware that refreshes memories within a dispatch. */
  public Optional<DispatchMiddleware> refreshing() {
    return MemoryRefreshMiddleware.needed(injection)
        ? Optional.of(new MemoryRefreshMiddleware(memoryInjection()))
        : Optional.empty();
  }

  private MemoryInjection memoryInjection() {
    return new MemoryInjection(new Recall(manager.memorySearch(), injection), manager.observer());
  }

  /** Wraps the builder's callbacks to capture the data that a conversation stores. */
  public void capture(TurnRunner.Builder builder) {
    if (manager.extracts()) {
      new CapturingCallbacks(manager.extraction()).applyTo(builder);
    }
  }

  record Opening(ExtractionCoordinator extraction) implements TurnMiddleware {

    @Override
    public void handle(TurnContext ctx, Next next) {
      MemoryConversation.of(ctx.scope())
          .ifPresentOrElse(
              conversation -> extraction.turnStarted(conversation, ctx.turnId()),
              () -> MissingScope.warnOnce(ctx, "this turn's messages are not captured"));
      next.proceed();
    }
  }

  record Closing(ExtractionCoordinator extraction) implements TurnMiddleware {

    @Override
    public void handle(TurnContext ctx, Next next) {
      next.proceed();
      MemoryConversation.of(ctx.scope())
          .ifPresent(conversation -> extraction.turnEnded(conversation, ctx.turnId()));
    }
  }
}
