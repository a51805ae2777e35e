package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;

/**
 * Stores a standing instruction; one with the same text is stored once. Called on the thread of the
 * turn.
 */
@FunctionalInterface
public interface StoreStandingInstructionCallback extends StorageUnitOfWork.Member {

  void storeStandingInstruction(AgentContext ctx, Tokenizable instruction) throws Exception;
}
