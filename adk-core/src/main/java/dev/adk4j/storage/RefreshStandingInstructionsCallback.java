package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;
import java.util.List;

/**
 * Fetches the standing instructions of the context's scope, in order. Called on the thread of the
 * turn.
 */
@FunctionalInterface
public interface RefreshStandingInstructionsCallback {

  List<Tokenizable> refreshStandingInstructions(AgentContext ctx) throws Exception;
}
