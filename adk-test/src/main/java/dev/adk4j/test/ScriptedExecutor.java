package dev.adk4j.test;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.tool.ToolCallRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does what a {@link Script} says instead of calling a model, and remembers what it saw.
 * Thread-safe; every dispatch has its own place in its script.
 *
 * <pre>{@code
 * var executor = ScriptedExecutor.of(
 *     Script.empty().callTool("weather", Map.of("city", "Oslo")).nextIteration().say("It rains in Oslo."));
 * }</pre>
 */
public final class ScriptedExecutor implements DispatchExecutor {

  private final List<Script> scripts;
  private final boolean oneEach;
  private final AtomicInteger dispatches = new AtomicInteger();
  private final Map<String, Progress> open = new ConcurrentHashMap<>();
  private final Map<String, Progress> waiting = new ConcurrentHashMap<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();

  private ScriptedExecutor(List<Script> scripts, boolean oneEach) {
    this.scripts = scripts;
    this.oneEach = oneEach;
  }

  /** Every dispatch runs the same script from its beginning. */
  public static ScriptedExecutor of(Script script) {
    return new ScriptedExecutor(List.of(script), false);
  }

  /** Every dispatch says this one message and acknowledges. */
  public static ScriptedExecutor saying(String text) {
    return of(Script.empty().say(text));
  }

  /** The first dispatch runs the first script, and so on; one more dispatch than scripts fails. */
  public static ScriptedExecutor turns(Script... scripts) {
    return new ScriptedExecutor(List.of(scripts), true);
  }

  /** What was in the context, iteration by iteration, in the order they began. */
  public List<Seen> seen() {
    return List.copyOf(seen);
  }

  /** What was in the context of the newest iteration. */
  public Seen lastSeen() {
    if (seen.isEmpty()) {
      throw new IllegalStateException("The executor was not called.");
    }
    return seen.getLast();
  }

  /** How many dispatches there were. */
  public int dispatches() {
    return dispatches.get();
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    seen.add(Seen.in(ctx));
    Progress progress = open.computeIfAbsent(ctx.dispatchId(), id -> begun(ctx));
    boolean more = false;
    try {
      more = progress.runIteration(ctx, helpers);
    } finally {
      if (!more) {
        open.remove(ctx.dispatchId());
      }
      if (progress.waits) {
        waiting.put(ctx.turnId(), progress);
      }
    }
    if (!more && !ctx.isSignalled() && !ctx.aborted()) {
      ctx.ack();
    }
  }

  private Progress begun(DispatchContext ctx) {
    Progress waited = waiting.remove(ctx.turnId());
    return waited == null ? new Progress(next()) : waited;
  }

  private Script next() {
    int index = dispatches.getAndIncrement();
    if (!oneEach) {
      return scripts.getFirst();
    }
    if (index >= scripts.size()) {
      throw new IllegalStateException(
          "Dispatch "
              + (index + 1)
              + " has no script: the executor was given "
              + scripts.size()
              + ".");
    }
    return scripts.get(index);
  }

  /** How far one dispatch is in its script; iterations of a dispatch never overlap. */
  private static final class Progress {

    private final Script script;
    private int at;
    private boolean waits;

    private Progress(Script script) {
      this.script = script;
    }

    /** True where the script goes on in the next iteration. */
    private boolean runIteration(DispatchContext ctx, DispatchExecutorHelpers helpers)
        throws Exception {
      List<Script.Entry> entries = script.entries();
      waits = false;
      while (at < entries.size()) {
        switch (entries.get(at++)) {
          case Script.Act act -> act.step().run(ctx, helpers);
          case Script.Call first -> {
            waits = !Steps.callTools(ctx, helpers, calls(entries, first));
            if (waits) {
              // what goes on begins a new iteration by itself
              at += at < entries.size() && entries.get(at) instanceof Script.Pause ? 1 : 0;
              return false;
            }
          }
          case Script.Pause pause -> {
            return true;
          }
        }
      }
      at = 0;
      return script.endless();
    }

    private List<ToolCallRequest> calls(List<Script.Entry> entries, Script.Call first) {
      List<ToolCallRequest> calls = new ArrayList<>(List.of(first.request()));
      while (at < entries.size() && entries.get(at) instanceof Script.Call next) {
        calls.add(next.request());
        at++;
      }
      return calls;
    }
  }
}
