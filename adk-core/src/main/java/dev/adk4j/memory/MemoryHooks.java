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
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import java.util.Optional;

/**
 * What connects a manager with a runner. A runner built by hand takes, beside {@link
 * MemoryManager#getTools()}:
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
 * <p>Each is empty where the manager does not need it.
 */
public final class MemoryHooks {

  private final MemoryManager manager;
  private final InjectionConfig injection;

  private MemoryHooks(MemoryManager manager, InjectionConfig injection) {
    this.manager = manager;
    this.injection = injection;
  }

  public static MemoryHooks of(MemoryManager manager, InjectionConfig injection) {
    return new MemoryHooks(manager, injection);
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
