package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;

/**
 * Deletes the standing instruction with that text; there is no id. Called on the thread of the
 * turn.
 */
@FunctionalInterface
public interface DeleteStandingInstructionCallback extends StorageUnitOfWork.Member {

  void deleteStandingInstruction(AgentContext ctx, Tokenizable instruction) throws Exception;
}
