package dev.adk4j.loop;

import tools.jackson.databind.JsonNode;

/** A guard that does not ask a second time. */
record GuardAgain(ToolGuard guard) implements ToolGuard {

  @Override
  public ToolOutput guard(
      Tool tool, JsonNode args, String checksum, DispatchContext ctx, GuardedCall call)
      throws Exception {
    return guard.approval(tool, args.deepCopy(), checksum, ctx, call.recordId()).isPresent()
        ? call.proceed(args)
        : guard.guard(tool, args, checksum, ctx, call);
  }

  @Override
  public ToolGuard again() {
    return this;
  }
}
