package dev.adk4j.memory.internal;

import dev.adk4j.loop.AgentContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs one warning per turn when memory is skipped because the scope is incomplete. */
public final class MissingScope {

  private static final Logger LOG = LoggerFactory.getLogger(MissingScope.class);
  private static final String WARNED = "adk.memory.missingScopeTold";

  private MissingScope() {}

  public static void warnOnce(AgentContext ctx, String consequence) {
    if (ctx.stash().has(WARNED)) {
      return;
    }
    ctx.stash().set(WARNED, true);
    LOG.warn(
        "The scope of turn {} has no {}, so memory has no owner: {}.",
        ctx.turnId(),
        ctx.scope().subject() == null ? "subject" : "conversation",
        consequence);
  }
}
