package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.tool.ApprovalGuard;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Lets somebody decide on every call of the chosen tools before it starts; belongs into the
 * dispatch input pipeline, after whatever adds tools. Tools that ask already
 * ({@code @AgentTool(approval = …)}) are left alone, and so are hidden marks. Immutable.
 *
 * <p>Decisions are made through the gates of {@link ApprovalGuard}.
 */
public final class ToolApproval implements DispatchMiddleware {

  private final Predicate<Tool> chosen;
  private final ApprovalGuard approval;

  private ToolApproval(Predicate<Tool> chosen, ApprovalGuard approval) {
    this.chosen = chosen;
    this.approval = approval;
  }

  /** For tools with these names. */
  public static ToolApproval of(String... names) {
    Set<String> known = Set.of(names);
    new Violations()
        .check(!known.isEmpty(), "$.names", "empty", "must name at least one tool")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return when(tool -> known.contains(tool.name()));
  }

  /** For tools of which this holds. */
  public static ToolApproval when(Predicate<Tool> chosen) {
    return new ToolApproval(chosen, ApprovalGuard.required());
  }

  /** The same; a call that nobody decided on in time is refused. */
  public ToolApproval timeout(Duration timeout) {
    return new ToolApproval(chosen, ApprovalGuard.required(timeout));
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    for (Tool tool : ctx.tools().all()) {
      if (chosen.test(tool) && !asks(tool)) {
        ctx.tools().register(tool.toBuilder().guard(before(tool)).build(), true);
      }
    }
    next.proceed();
  }

  private static boolean asks(Tool tool) {
    ToolGuard guard = tool.guard().orElse(null);
    return guard instanceof ApprovalGuard || guard instanceof Before;
  }

  /** A guard that the tool has of its own comes after the approval. */
  private ToolGuard before(Tool tool) {
    ToolGuard own = tool.guard().orElse(null);
    return own == null ? approval : new Before(approval, own);
  }

  private record Before(ApprovalGuard approval, ToolGuard own) implements ToolGuard {
    @Override
    public ToolOutput guard(
        Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
        throws Exception {
      return approval.guard(
          tool, args, checksum, ctx, changed -> inner(tool, changed, checksum, ctx, call));
    }

    private ToolOutput inner(
        Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call) {
      try {
        return own.guard(tool, args, checksum, ctx, call);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AdkException(
            AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR,
            "The tool '" + tool.name() + "' was not started.",
            e);
      }
    }
  }
}
