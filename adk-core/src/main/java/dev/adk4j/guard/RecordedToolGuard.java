package dev.adk4j.guard;

import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Emits the guard's decision as an event; a failure of the tool itself is no decision, and a
 * waiting call is decided when it resumes.
 */
record RecordedToolGuard(String name, ToolGuard guard) implements ToolGuard {

  @Override
  public ToolOutput guard(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
      throws Exception {
    Decisions decisions = new Decisions(ctx, name, Decisions.TOOL);
    Watched watched = new Watched(call);
    try {
      ToolOutput output = guard.guard(tool, args.deepCopy(), checksum, ctx, watched);
      if (!(watched.returned instanceof ToolOutput.Waits)) {
        decisions.tell(
            output == watched.returned && args.equals(watched.proceeded) ? "pass" : "rewrite",
            null);
      }
      return output;
    } catch (Throwable e) {
      decisions.tell(e == watched.thrown ? "pass" : "refuse", null);
      throw e;
    }
  }

  @Override
  public Optional<GateRequest<?>> approval(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, @Nullable String recordId)
      throws Exception {
    return guard.approval(tool, args, checksum, ctx, recordId);
  }

  @Override
  public ToolGuard again() {
    return new RecordedToolGuard(name, guard.again());
  }

  private static final class Watched implements GuardedCall {

    private final GuardedCall call;
    private @Nullable JsonNode proceeded;
    private @Nullable ToolOutput returned;
    private @Nullable Throwable thrown;

    private Watched(GuardedCall call) {
      this.call = call;
    }

    @Override
    public ToolOutput proceed(JsonNode args) {
      proceeded = args.deepCopy();
      try {
        ToolOutput output = call.proceed(args);
        returned = output;
        return output;
      } catch (Throwable e) {
        thrown = e;
        throw e;
      }
    }

    @Override
    public @Nullable String recordId() {
      return call.recordId();
    }
  }
}
