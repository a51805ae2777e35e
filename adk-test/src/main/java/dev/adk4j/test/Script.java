package dev.adk4j.test;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.tool.ToolCallRequest;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a {@link ScriptedExecutor} in one dispatch. Immutable: every method returns a longer
 * script, so several scripts can share a beginning. A script that ends without a signal
 * acknowledges.
 *
 * <p>If a turn's stash contains a script under {@link #STASH_KEY}, that script replaces the
 * executor's.
 *
 * @since 0.1.0
 */
public final class Script {

  /** Stash key under which a turn may have its own script. */
  public static final String STASH_KEY = "adk.test.script";

  private static final Script EMPTY = new Script(List.of(), false);

  final List<Entry> entries;
  final boolean endless;

  private Script(List<Entry> entries, boolean endless) {
    this.entries = entries;
    this.endless = endless;
  }

  /** Returns a script without steps, which acknowledges. */
  public static Script empty() {
    return EMPTY;
  }

  /** Adds an assistant message, which is reported in deltas and then stored. */
  public Script say(String... deltas) {
    return then(Steps.say(List.of(deltas)));
  }

  /**
   * Says a value as JSON, in the form required by the answer type of the turn.
   *
   * @param value a record, a list, an enum or another value supported by Jackson
   */
  public Script answer(Object value) {
    return then(Steps.answer(value));
  }

  /** Adds a thought, which is reported in deltas and then stored. */
  public Script think(String... deltas) {
    return then(Steps.think(List.of(deltas)));
  }

  /**
   * Adds a tool call like a model's executor: reports the call, runs the tool, wraps its result,
   * reports the outcome and stores the record. A failing tool results in a record with an error; an
   * unknown tool fails the executor with the names of the known tools. Consecutive calls belong to
   * one answer. In a turn that does not block, they wait if an approval is missing; the resumed
   * turn then continues with the steps after them.
   *
   * @param args arguments that Jackson converts to an object, such as a map, a record or a JSON
   *     value
   */
  public Script callTool(String tool, Object args) {
    return with(new Call(Steps.callTool(tool, args)));
  }

  /**
   * Calls a tool that may not exist, like a model; a call to an unknown tool results in a record
   * with an error.
   */
  public Script callMissingTool(String tool, Object args) {
    return then(Steps.callMissingTool(tool, args));
  }

  /** Adds a gate and waits until it is settled. A rejected gate fails the executor. */
  public Script waitFor(GateRequest<?> request) {
    return then((ctx, helpers) -> ctx.waitFor(request));
  }

  /**
   * Adds a gate, waits until it is settled, and passes its value to {@code use}. A rejected gate
   * fails the executor.
   */
  public <T extends @Nullable Object> Script waitFor(
      GateRequest<T> request, Consumer<? super T> use) {
    return then((ctx, helpers) -> use.accept(ctx.waitFor(request)));
  }

  public Script log(String kind, String message) {
    return then((ctx, helpers) -> helpers.log().info(kind, message));
  }

  public Script reportStats(GenerationStats stats) {
    return then((ctx, helpers) -> helpers.reportGenerationStats(stats));
  }

  /** Adds a custom step, which runs on the dispatch's thread. */
  public Script then(Step step) {
    return with(new Act(step));
  }

  /** Inserts a step before all others. */
  Script first(Step step) {
    return new Script(Stream.concat(Stream.of(new Act(step)), entries.stream()).toList(), endless);
  }

  /** Ends the iteration without a signal. The following steps run in the next iteration. */
  public Script nextIteration() {
    return with(new Pause());
  }

  public Script ack() {
    return then((ctx, helpers) -> ctx.ack());
  }

  public Script nack(@Nullable Throwable error) {
    return then((ctx, helpers) -> ctx.nack(error));
  }

  /** Aborts the dispatch, but not the turn. */
  public Script abort(@Nullable Object reason) {
    return then((ctx, helpers) -> ctx.abort(reason));
  }

  /** Throws an exception from the executor. */
  public Script fail(Exception error) {
    return then(
        (ctx, helpers) -> {
          throw error;
        });
  }

  /** Repeats the script in the next iteration instead of acknowledging at its end. */
  public Script forever() {
    return new Script(entries, true);
  }

  private Script with(Entry entry) {
    return new Script(Stream.concat(entries.stream(), Stream.of(entry)).toList(), endless);
  }

  /** Custom step of an executor. */
  @FunctionalInterface
  public interface Step {
    void run(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception;
  }

  sealed interface Entry {}

  record Act(Step step) implements Entry {
    Act {
      Objects.requireNonNull(step, "step");
    }
  }

  record Call(ToolCallRequest request) implements Entry {}

  record Pause() implements Entry {}
}
