package dev.adk4j.turn;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.internal.ToolNames;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requires a decision on every call of the selected tools before it starts. Add it to the dispatch
 * input pipeline, after all middleware that adds tools. Tools that ask already
 * ({@code @AgentTool(approval = …)}) are not changed, except that a condition no longer counts.
 * Hidden marks are not changed. Immutable.
 *
 * <p>Decisions are made through the gates of {@link ApprovalGuard}.
 *
 * @since 0.1.0
 */
public final class ToolApproval implements DispatchMiddleware {

  private static final Logger log = LoggerFactory.getLogger(ToolApproval.class);

  private final Predicate<Tool> chosen;
  private final @Nullable ToolNames names;
  private final ApprovalGuard approval;

  private ToolApproval(Predicate<Tool> chosen, @Nullable ToolNames names, ApprovalGuard approval) {
    this.chosen = chosen;
    this.names = names;
    this.approval = approval;
  }

  /**
   * Selects tools by names, as {@link ToolNames} reads them. Logs a warning if a dispatch has no
   * tool for a name: its calls may use another name, and no user would be asked.
   */
  public static ToolApproval of(String... names) {
    ToolNames known = ToolNames.of(List.of(names));
    return new ToolApproval(tool -> known.contains(tool.name()), known, ApprovalGuard.required());
  }

  /** Selects the tools that the predicate accepts. */
  public static ToolApproval when(Predicate<Tool> chosen) {
    return new ToolApproval(chosen, null, ApprovalGuard.required());
  }

  /** Returns a copy that refuses a call if no decision is made in time. */
  public ToolApproval timeout(Duration timeout) {
    return new ToolApproval(chosen, names, ApprovalGuard.required(timeout));
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    if (names != null && ctx.isFirstIteration()) {
      report(names.unmatched(ctx.tools().all().stream().map(Tool::name).toList()), ctx);
    }
    for (Tool tool : ctx.tools().all()) {
      if (chosen.test(tool) && !asks(tool)) {
        ctx.tools().register(tool.toBuilder().guard(asking(tool)).build(), true);
      }
    }
    next.proceed();
  }

  private static void report(List<String> unmatched, DispatchContext ctx) {
    if (!unmatched.isEmpty()) {
      log.warn(
          "Turn {}: no tool is named {}, so approval is asked for nothing by these names.",
          ctx.turnId(),
          unmatched);
    }
  }

  private static boolean asks(Tool tool) {
    return tool.guard().map(ToolGuard::outermost).orElse(null) instanceof ApprovalGuard first
        && first.always() == first;
  }

  /**
   * Removes the condition from a tool's own approval, and puts the approval before any other guard.
   */
  private ToolGuard asking(Tool tool) {
    ToolGuard own = tool.guard().orElse(null);
    if (own instanceof ApprovalGuard conditional) {
      return conditional.always();
    }
    return own == null ? approval : approval.before(own);
  }
}
