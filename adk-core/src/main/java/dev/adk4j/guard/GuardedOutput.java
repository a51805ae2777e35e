package dev.adk4j.guard;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.guard.Guards.Named;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Passes the output of one dispatch's executor through the output guards. */
final class GuardedOutput implements DispatchContext.OutputFilter {

  private final List<Named<OutputGuard>> guards;
  private final DispatchContext ctx;
  private final int maxRetries;
  private final Map<String, GuardedText> streams = new ConcurrentHashMap<>(4);
  private final Set<String> thoughts = ConcurrentHashMap.newKeySet(4);
  private volatile int retries;
  private volatile @Nullable Tokenizable instruction;
  private volatile boolean spoken;
  private volatile boolean stopped;

  GuardedOutput(List<Named<OutputGuard>> guards, DispatchContext ctx, int maxRetries) {
    this.guards = guards;
    this.ctx = ctx;
    this.maxRetries = maxRetries;
  }

  boolean isOf(DispatchContext other) {
    return ctx == other;
  }

  /** Begins an iteration. */
  void begin() {
    streams.clear();
    thoughts.clear();
    spoken = false;
    stopped = false;
  }

  @Override
  public String told(Kind kind, String id, String delta, boolean isComplete) {
    GuardedText text = streams.computeIfAbsent(kind + id, key -> newText(kind));
    String told = pass(kind, text, delta, isComplete);
    if (kind == Kind.MESSAGE && !told.isEmpty()) {
      spoken = true;
    }
    return told;
  }

  @Override
  public Message stored(Message message) {
    String content = message.text();
    if (content.isEmpty()) {
      return message;
    }
    String allowed = judged(Kind.MESSAGE, message.id(), content);
    return allowed.equals(content)
        ? message
        : message.toBuilder().content(Tokenizable.of(allowed)).build();
  }

  /** Drops the payload if the text was changed: a provider's form may quote the text. */
  @Override
  public @Nullable Thought stored(Thought thought) {
    String content = thought.content().value();
    String allowed = content.isEmpty() ? content : judged(Kind.THOUGHT, thought.id(), content);
    if (!allowed.equals(content) && allowed.isEmpty()) {
      return null;
    }
    thoughts.add(thought.id());
    return allowed.equals(content)
        ? thought
        : thought.toBuilder().content(Tokenizable.of(allowed)).payload((JsonValue) null).build();
  }

  @Override
  public boolean hasStopped() {
    return stopped;
  }

  /** Does not check a message again that was streamed to its end. */
  private String judged(Kind kind, String id, String content) {
    GuardedText streamed = streams.get(kind + id);
    if (streamed != null && streamed.isMuted()) {
      if (kind == Kind.THOUGHT) {
        return "";
      }
      throw new AdkException(AdkErrorCode.E_GUARD_REFUSED, "The message was refused already.");
    }
    String told = streamed == null ? null : streamed.toldOf(content);
    return told != null ? told : pass(kind, newText(kind), content, true);
  }

  private GuardedText newText(Kind kind) {
    return new GuardedText(
        guards, ctx, kind == Kind.MESSAGE ? Decisions.OUTPUT : Decisions.THOUGHT);
  }

  private String pass(Kind kind, GuardedText text, String delta, boolean isComplete) {
    try {
      return text.add(delta, isComplete);
    } catch (GuardedText.Stopped stop) {
      if (kind == Kind.THOUGHT) {
        stop.decisions.tell(stop.retry ? "retry" : "refuse", stop.reason);
        return "";
      }
      throw stop.retry && mayRetry() ? again(stop) : refused(stop.decisions.refuse(stop.reason));
    } catch (AdkException failed) {
      if (kind == Kind.THOUGHT) {
        return "";
      }
      throw refused(failed);
    }
  }

  private boolean mayRetry() {
    return !spoken && !ctx.isSignalled() && retries < maxRetries;
  }

  /** Withdraws the iteration's stored answer, and gives the model the reason. */
  private AdkException again(GuardedText.Stopped stop) {
    retries = retries + 1;
    stop.decisions.tell("retry", stop.reason);
    thoughts.forEach(ctx::deleteThought);
    Tokenizable before = instruction;
    if (before != null) {
      ctx.standingInstructions().remove(before);
    }
    Tokenizable told =
        Tokenizable.of("Your last answer was withheld: " + stop.reason + " Answer anew.");
    ctx.standingInstructions().add(told);
    instruction = told;
    stopped = true;
    return new AdkException(AdkErrorCode.E_GUARD_REFUSED, "The answer is asked for again.");
  }

  /** Ends the dispatch, even if the executor swallows the exception. */
  private AdkException refused(AdkException refusal) {
    if (!ctx.isSignalled()) {
      ctx.nack(refusal);
      stopped = true;
    }
    return refusal;
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "GuardedOutput[" + guards.size() + " guards]";
  }
}
