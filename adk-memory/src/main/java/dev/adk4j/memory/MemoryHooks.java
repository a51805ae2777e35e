package dev.adk4j.memory;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.extraction.CapturingCallbacks;
import dev.adk4j.memory.extraction.CloseTurnMiddleware;
import dev.adk4j.memory.extraction.OpenTurnMiddleware;
import dev.adk4j.memory.injection.InjectionConfig;
import dev.adk4j.memory.injection.MemoryInjectionMiddleware;
import dev.adk4j.memory.injection.MemoryRefreshMiddleware;
import dev.adk4j.storage.FetchMemoriesCallback;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What connects a manager with runners. {@link #applyTo} does all of it. A runner that needs
 * another order takes, beside {@link MemoryManager#getTools()}:
 *
 * <ol>
 *   <li>{@link #opening} first in the turn input pipeline;
 *   <li>{@link #injecting} in the turn input pipeline, behind what loads the history and accepts
 *       the input and before what trims to a budget;
 *   <li>{@link #refreshing} in the dispatch input pipeline;
 *   <li>{@link #closing} first in the turn output pipeline;
 *   <li>its callbacks wrapped by {@link #capturing};
 *   <li>and is then given to {@link #watch}.
 * </ol>
 *
 * <p>Each is empty where the manager does not need it. Immutable; serves any number of runners.
 */
public final class MemoryHooks {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryHooks.class);

  private final MemoryManager manager;
  private final InjectionConfig injection;

  private MemoryHooks(MemoryManager manager, InjectionConfig injection) {
    this.manager = manager;
    this.injection = injection;
  }

  public static MemoryHooks of(MemoryManager manager, InjectionConfig injection) {
    return new MemoryHooks(manager, injection);
  }

  /**
   * Connects the manager with the runners of this builder. Call it once for a builder, when its
   * storage and its pipelines are set: what is set later takes the place of what this adds.
   *
   * <ul>
   *   <li>Tools: the manager's, behind those that are there.
   *   <li>Turn input pipeline: the start of the turn is noted first; memories are looked for
   *       directly behind the last {@link HydrateTurn} or {@link AcceptInput}, at the end where
   *       there is neither.
   *   <li>Dispatch input pipeline: memories are kept up to date at its end, where the injection's
   *       timing or lifetime needs that.
   *   <li>Turn output pipeline: the end of the turn is noted first, which is after all the others.
   *   <li>Callbacks that write messages, tool calls and thoughts: what they store is captured.
   *   <li>The end of turns that failed is noted by an observer of each runner.
   * </ul>
   *
   * <p>All but tools and memories only where some store is extracted into.
   */
  public void applyTo(TurnRunner.Builder builder) {
    manager.getTools().forEach(builder::addTool);
    builder.changeTurnInputPipeline(
        pipeline -> {
          injecting().ifPresent(middleware -> pipeline.add(behindInput(pipeline), middleware));
          opening().ifPresent(pipeline::addFirst);
        });
    builder.changeDispatchInputPipeline(pipeline -> refreshing().ifPresent(pipeline::addLast));
    builder.changeTurnOutputPipeline(pipeline -> closing().ifPresent(pipeline::addFirst));
    capturing().ifPresent(capturing -> capturing.applyTo(builder));
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

  private static int behindInput(List<TurnMiddleware> pipeline) {
    for (int i = pipeline.size(); i > 0; i--) {
      TurnMiddleware middleware = pipeline.get(i - 1);
      if (middleware instanceof HydrateTurn || middleware instanceof AcceptInput) {
        return i;
      }
    }
    return pipeline.size();
  }

  /**
   * Warns where memories reach turns in two ways at once: looked for by injection, and fetched from
   * the same stores through {@link MemoryStoreCallbacks}. Harmless, since a memory is there once,
   * and twice the work.
   *
   * @param fetching what answers {@code fetchMemories}
   * @return whether it warned
   */
  public boolean warnOfTwoWays(Object fetching) {
    boolean both =
        injection.enabled()
            && fetching instanceof MemoryStoreCallbacks callbacks
            && callbacks.reads(manager);
    if (both) {
      LOG.warn(
          "Memories come from the same stores in two ways: MemoryStoreCallbacks answers"
              + " fetchMemories, and injection looks for them at the beginning of each turn. Switch"
              + " injection off (adk.memory.injection.enabled=false, or InjectionConfig.OFF), or let"
              + " other storage answer fetchMemories.");
    }
    return both;
  }

  /** Notices the start of a turn. */
  public Optional<TurnMiddleware> opening() {
    return manager.extracts()
        ? Optional.of(new OpenTurnMiddleware(manager.extraction()))
        : Optional.empty();
  }

  /** Finds memories for a turn. */
  public Optional<TurnMiddleware> injecting() {
    return injection.enabled()
        ? Optional.of(new MemoryInjectionMiddleware(manager, injection, manager.observer()))
        : Optional.empty();
  }

  /** Keeps memories up to date within a dispatch. */
  public Optional<DispatchMiddleware> refreshing() {
    return MemoryRefreshMiddleware.needed(injection)
        ? Optional.of(new MemoryRefreshMiddleware(manager, injection, manager.observer()))
        : Optional.empty();
  }

  /** Notices the end of a turn that went well. */
  public Optional<TurnMiddleware> closing() {
    return manager.extracts()
        ? Optional.of(new CloseTurnMiddleware(manager.extraction()))
        : Optional.empty();
  }

  /** Captures what a conversation stores. */
  public Optional<CapturingCallbacks> capturing() {
    return manager.extracts()
        ? Optional.of(new CapturingCallbacks(manager.extraction()))
        : Optional.empty();
  }

  /** Notices the end of turns that failed or were aborted, sooner than the sweep would. */
  public List<Subscription> watch(TurnRunner runner) {
    return manager.extracts()
        ? List.of(
            runner.observe(TurnEvent.TURN_END, end -> manager.extraction().turnEnded(end.turnId())))
        : List.of();
  }
}
