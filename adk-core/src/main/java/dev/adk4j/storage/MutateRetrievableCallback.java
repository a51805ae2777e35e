package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Retrievable;

/**
 * Replaces the stored retrievable with the same id; stores it if there is none. Called on the
 * thread of the turn.
 */
@FunctionalInterface
public interface MutateRetrievableCallback extends StorageUnitOfWork.Member {

  void mutateRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception;
}
