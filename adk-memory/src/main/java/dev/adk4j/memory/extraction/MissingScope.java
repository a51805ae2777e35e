package dev.adk4j.memory.extraction;

import dev.adk4j.loop.AgentContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once in a turn that memory is left out, for want of somebody whose memory it could be. */
public final class MissingScope {

  private static final Logger LOG = LoggerFactory.getLogger(MissingScope.class);

  private static final String TOLD = "adk.memory.missingScopeTold";

  private MissingScope() {}

  /**
   * @param consequence what does not happen
   */
  public static void warnOnce(AgentContext ctx, String consequence) {
    if (ctx.stash().has(TOLD)) {
      return;
    }
    ctx.stash().set(TOLD, true);
    LOG.warn(
        "The scope of turn {} names no {}, so memory has no owner: {}.",
        ctx.turnId(),
        ctx.scope().subject() == null ? "subject" : "conversation",
        consequence);
  }
}
