package dev.adk4j.test;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a {@link Script} instead of calling a model, and records its contexts. Thread-safe; each
 * dispatch has its own position in its script.
 *
 * <pre>{@code
 * var executor = ScriptedExecutor.of(
 *     Script.empty().callTool("weather", Map.of("city", "Oslo")).nextIteration().say("It rains in Oslo."));
 * }</pre>
 *
 * @since 0.1.0
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

  /** Returns an executor that runs the script from its beginning in every dispatch. */
  public static ScriptedExecutor of(Script script) {
    return new ScriptedExecutor(List.of(script), false);
  }

  /** Returns an executor that answers every dispatch with the same message. */
  public static ScriptedExecutor saying(String text) {
    return of(Script.empty().say(text));
  }

  /**
   * Returns an executor that runs one script per dispatch, in order. A dispatch without a script
   * fails.
   */
  public static ScriptedExecutor turns(Script... scripts) {
    return new ScriptedExecutor(List.of(scripts), true);
  }

  /** Returns the contents of the context at the beginning of each iteration, in order. */
  public List<Seen> seen() {
    return List.copyOf(seen);
  }

  /** Returns the contents of the context at the beginning of the newest iteration. */
  public Seen lastSeen() {
    if (seen.isEmpty()) {
      throw new IllegalStateException("The executor was not called.");
    }
    return seen.getLast();
  }

  /** Returns the number of dispatches. */
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
    return waited == null ? new Progress(scriptOf(ctx)) : waited;
  }

  private Script scriptOf(DispatchContext ctx) {
    return ctx.stash().get(Script.STASH_KEY) instanceof Script own ? own : next();
  }

  private Script next() {
    int index = dispatches.getAndIncrement();
    if (!oneEach) {
      return scripts.getFirst();
    }
    if (index >= scripts.size()) {
      throw new IllegalStateException(
          "Dispatch %s has no script: the executor was given %s."
              .formatted(index + 1, scripts.size()));
    }
    return scripts.get(index);
  }

  /** Position of a dispatch in its script. Iterations of a dispatch never overlap. */
  private static final class Progress {

    private final Script script;
    private int at;
    private boolean waits;

    private Progress(Script script) {
      this.script = script;
    }

    /**
     * Runs the steps of one iteration. Returns true if the script continues in the next iteration.
     */
    private boolean runIteration(DispatchContext ctx, DispatchExecutorHelpers helpers)
        throws Exception {
      List<Script.Entry> entries = script.entries;
      waits = false;
      while (at < entries.size()) {
        switch (entries.get(at++)) {
          case Script.Act act -> act.step().run(ctx, helpers);
          case Script.Call first -> {
            waits = !Steps.callTools(ctx, helpers, calls(entries, first));
            if (waits) {
              // a resumed turn starts a new iteration itself
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
      return script.endless;
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

  /**
   * Contents of the context of a {@link ScriptedExecutor} at the beginning of an iteration: the
   * input that a model would receive.
   *
   * @param tools names of the visible tools, in order
   * @since 0.1.0
   */
  public record Seen(
      String turnId,
      String dispatchId,
      int iteration,
      Scope scope,
      String systemPrompt,
      List<String> standingInstructions,
      List<Message> messages,
      List<Memory> memories,
      List<Retrievable> retrievables,
      List<Thought> thoughts,
      List<ToolCall> toolCalls,
      List<String> tools) {

    static Seen in(DispatchContext ctx) {
      return new Seen(
          ctx.turnId(),
          ctx.dispatchId(),
          ctx.iteration(),
          ctx.scope(),
          ctx.systemPrompt().render(ctx),
          ctx.standingInstructions().snapshot().stream().map(i -> i.render(ctx)).toList(),
          ctx.turnMessages().snapshot(),
          ctx.turnMemories().snapshot(),
          ctx.turnRetrievables().snapshot(),
          ctx.turnThoughts().snapshot(),
          ctx.turnToolCalls().snapshot(),
          ctx.tools().visible().stream().map(Tool::name).toList());
    }

    /**
     * Returns the texts of the messages, in order; an empty text for a message with attachments
     * only.
     */
    public List<String> messageTexts() {
      return messages.stream().map(m -> m.content().map(Tokenizable::value).orElse("")).toList();
    }
  }
}
