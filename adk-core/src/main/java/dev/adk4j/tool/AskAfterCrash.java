package dev.adk4j.tool;

import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks for a decision before a call of unknown outcome is started again. */
record AskAfterCrash(String callId) implements ToolGuard {

  private static final ApprovalGuard APPROVAL = ApprovalGuard.required();

  @Override
  public ToolOutput guard(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
      throws Exception {
    return APPROVAL.guard(tool, args, checksum, ctx, call);
  }

  /** Ignores an earlier decision about the same arguments, which belonged to another call. */
  @Override
  public Optional<GateRequest<?>> approval(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, @Nullable String recordId)
      throws Exception {
    return APPROVAL
        .approval(tool, args, checksum, ctx, recordId)
        .map(request -> request.key("again:" + callId));
  }
}
