package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Thought;

/** Stores a new thought in the context's scope. Called on the thread of the turn. */
@FunctionalInterface
public interface StoreThoughtCallback extends StorageUnitOfWork.Member {

  void storeThought(AgentContext ctx, Thought thought) throws Exception;
}
