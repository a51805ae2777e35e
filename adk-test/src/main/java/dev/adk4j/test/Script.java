package dev.adk4j.test;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.tool.ToolCallRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ScriptedExecutor} does in one dispatch, step after step. Immutable: every method
 * gives a longer script, so one can be the beginning of many. A script whose steps are done without
 * a signal acknowledges by itself.
 */
public final class Script {

  private static final Script EMPTY = new Script(List.of(), false);

  private final List<Entry> entries;
  private final boolean endless;

  private Script(List<Entry> entries, boolean endless) {
    this.entries = entries;
    this.endless = endless;
  }

  /** No steps: acknowledges at once. */
  public static Script empty() {
    return EMPTY;
  }

  /** Reports an assistant message, one delta after the other, and stores it whole. */
  public Script say(String... deltas) {
    return then(Steps.say(List.of(deltas)));
  }

  /** Reports a thought, one delta after the other, and stores it whole. */
  public Script think(String... deltas) {
    return then(Steps.think(List.of(deltas)));
  }

  /**
   * Calls a tool as a model's executor does: reports the call, runs the tool, wraps its result,
   * reports the outcome, stores the record. A tool that fails or is unknown gives a record with an
   * error, not an exception. Calls right behind each other are those of one answer. In a turn that
   * does not block, they wait where an approval is missing; the turn that goes on then goes on with
   * what follows them here.
   *
   * @param args a map, a record, a JSON value; what Jackson makes an object of
   */
  public Script callTool(String tool, Object args) {
    return with(new Call(Steps.callTool(tool, args)));
  }

  /** Opens a gate and waits until it is settled; a rejected one fails the executor. */
  public Script waitFor(GateRequest<?> request) {
    return then((ctx, helpers) -> ctx.waitFor(request));
  }

  /**
   * Opens a gate, waits until it is settled, and gives the value it was resolved with to {@code
   * use}.
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

  /** Anything else; runs on the dispatch's thread. */
  public Script then(Step step) {
    return with(new Act(step));
  }

  /** Leaves the executor without a signal; what follows is done in the next iteration. */
  public Script nextIteration() {
    return with(new Pause());
  }

  public Script ack() {
    return then((ctx, helpers) -> ctx.ack());
  }

  public Script nack(@Nullable Throwable error) {
    return then((ctx, helpers) -> ctx.nack(error));
  }

  /** Aborts the dispatch, not the turn. */
  public Script abort(@Nullable Object reason) {
    return then((ctx, helpers) -> ctx.abort(reason));
  }

  /** Throws out of the executor. */
  public Script fail(Exception error) {
    return then(
        (ctx, helpers) -> {
          throw error;
        });
  }

  /** Begins again in the next iteration when its steps are done, instead of acknowledging. */
  public Script forever() {
    return new Script(entries, true);
  }

  List<Entry> entries() {
    return entries;
  }

  boolean endless() {
    return endless;
  }

  private Script with(Entry entry) {
    List<Entry> longer = new ArrayList<>(entries);
    longer.add(entry);
    return new Script(List.copyOf(longer), endless);
  }

  /** One thing the executor does. */
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
