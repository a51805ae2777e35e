package dev.adk4j.guard;

import dev.adk4j.guard.Guards.Named;
import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.AgentContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One text that passes through guards, part by part. Each guard holds back the text that it has not
 * checked; a guard with a window releases text that no match can reach any more. After a guard
 * stops it, no more text is released.
 */
final class GuardedText {

  /** Limits the positions that are tried for a cut. */
  private static final int TRIES = 8;

  private final List<Stage> stages;
  private final StringBuilder said = new StringBuilder();
  private final StringBuilder told = new StringBuilder();
  private final Mutex mutex = new Mutex();
  private boolean complete;
  private volatile boolean muted;

  GuardedText(List<Named<OutputGuard>> guards, AgentContext ctx, String stage) {
    this.stages =
        guards.stream()
            .map(named -> new Stage(named, new Decisions(ctx, named.name(), stage), ctx))
            .toList();
  }

  /** A guard requests another answer, or ends the turn. */
  static final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    final transient Decisions decisions;
    final boolean retry;
    final String reason;

    Stopped(Decisions decisions, boolean retry, String reason) {
      super(null, null, false, false);
      this.decisions = decisions;
      this.retry = retry;
      this.reason = reason;
    }
  }

  /**
   * Accepts a part and returns the text to release now.
   *
   * @throws Stopped if a guard stops the text
   * @throws dev.adk4j.error.AdkException if a guard failed
   */
  String add(String part, boolean isComplete) {
    return mutex.get(() -> muted ? "" : pass(part, isComplete));
  }

  private String pass(String part, boolean isComplete) {
    said.append(part);
    muted = true; // unless all guards pass it
    String text = part;
    for (Stage stage : stages) {
      text = stage.add(text, isComplete);
    }
    if (isComplete) {
      stages.forEach(Stage::passed);
    }
    muted = false;
    complete = isComplete;
    told.append(text);
    return text;
  }

  boolean isMuted() {
    return muted;
  }

  /** Returns the released text if exactly this text was given to its end; otherwise null. */
  @Nullable String toldOf(String text) {
    return mutex.<@Nullable String>get(
        () -> complete && text.contentEquals(said) ? told.toString() : null);
  }

  /** One guard and its held back text. */
  private static final class Stage {

    private final OutputGuard guard;
    private final Decisions decisions;
    private final AgentContext ctx;
    private final int window;
    private final StringBuilder held = new StringBuilder();
    private long enough;
    private boolean rewritten;

    private Stage(Named<OutputGuard> named, Decisions decisions, AgentContext ctx) {
      this.guard = named.guard();
      this.decisions = decisions;
      this.ctx = ctx;
      this.window = guard.window();
      this.enough = step(window);
    }

    /** The length at which the text is checked again, which keeps the cost linear. */
    private long step(int kept) {
      return kept + Math.max(16L, Math.max(window, kept) / 4);
    }

    private String add(String text, boolean isComplete) {
      held.append(text);
      if (isComplete) {
        String all = held.toString();
        held.setLength(0);
        String out = all.isEmpty() ? all : judged(all);
        rewritten |= !out.equals(all);
        return out;
      }
      return window <= 0 || held.length() < enough ? "" : release();
    }

    private void passed() {
      decisions.tell(rewritten ? "rewrite" : "pass", null);
    }

    /**
     * Releases the text before a cut: a position at which checking both sides separately gives the
     * same result as checking the whole. Does not check a word that may continue.
     */
    private String release() {
      String all = held.substring(0, boundary(held, held.length()));
      String whole = all.isEmpty() ? all : judged(all);
      int cut = all.length() - window - 1;
      for (int tries = 0; tries < TRIES && cut > 0; tries++) {
        cut = boundary(all, cut);
        String left = cut == 0 ? null : quietly(all.substring(0, cut));
        String right = left == null ? null : quietly(all.substring(cut));
        if (left != null && right != null && whole.equals(left + right)) {
          rewritten |= !all.startsWith(left) || left.length() != cut;
          held.delete(0, cut);
          enough = step(held.length());
          return left;
        }
        cut--;
      }
      enough = step(held.length());
      return "";
    }

    /**
     * Returns the last position at or before this one that follows no letter, digit or half of a
     * surrogate pair.
     */
    private static int boundary(CharSequence text, int from) {
      int at = from;
      while (at > 0
          && (Character.isLetterOrDigit(text.charAt(at - 1))
              || Character.isHighSurrogate(text.charAt(at - 1)))) {
        at--;
      }
      return at;
    }

    private String judged(String text) {
      return switch (decisions.of(() -> guard.check(text, ctx))) {
        case Verdict.Pass pass -> text;
        case Verdict.Rewrite(String other) -> other;
        case Verdict.Retry(String reason) -> throw new Stopped(decisions, true, reason);
        case Verdict.Refuse(String reason) -> throw new Stopped(decisions, false, reason);
      };
    }

    /** Returns null if the part alone does not pass. */
    private @Nullable String quietly(String text) {
      return switch (decisions.of(() -> guard.check(text, ctx))) {
        case Verdict.Pass pass -> text;
        case Verdict.Rewrite(String other) -> other;
        case Verdict.Retry retry -> null;
        case Verdict.Refuse refuse -> null;
      };
    }
  }
}
