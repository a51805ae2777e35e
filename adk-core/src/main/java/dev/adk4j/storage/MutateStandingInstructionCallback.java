package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;

/**
 * Stores a standing instruction that replaces one with the same text. Called on the thread of the
 * turn.
 */
@FunctionalInterface
public interface MutateStandingInstructionCallback extends StorageUnitOfWork.Member {

  void mutateStandingInstruction(AgentContext ctx, Tokenizable instruction) throws Exception;
}
