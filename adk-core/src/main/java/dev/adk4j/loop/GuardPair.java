package dev.adk4j.loop;

import dev.adk4j.gate.GateRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Two guards in sequence. */
record GuardPair(ToolGuard outer, ToolGuard inner) implements ToolGuard {

  @Override
  public ToolOutput guard(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
      throws Exception {
    return outer.guard(tool, args, checksum, ctx, new Inner(inner, tool, checksum, ctx, call));
  }

  @Override
  public Optional<GateRequest<?>> approval(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, @Nullable String recordId)
      throws Exception {
    Optional<GateRequest<?>> asked = outer.approval(tool, args.deepCopy(), checksum, ctx, recordId);
    return asked.isPresent() ? asked : inner.approval(tool, args, checksum, ctx, recordId);
  }

  @Override
  public ToolGuard outermost() {
    return outer.outermost();
  }

  @Override
  public ToolGuard again() {
    return outer.again().before(inner.again());
  }

  private record Inner(
      ToolGuard guard, Tool tool, String checksum, DispatchContext ctx, GuardedCall call)
      implements GuardedCall {

    @Override
    public ToolOutput proceed(JsonNode args) {
      try {
        return guard.guard(tool, args, checksum, ctx, call);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw ToolExecution.notStarted(tool, e);
      }
    }

    @Override
    public @Nullable String recordId() {
      return call.recordId();
    }
  }
}
