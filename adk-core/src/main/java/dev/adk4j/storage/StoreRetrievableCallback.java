package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Retrievable;

/** Stores a new retrievable in the context's scope. Called on the thread of the turn. */
@FunctionalInterface
public interface StoreRetrievableCallback extends StorageUnitOfWork.Member {

  void storeRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception;
}
