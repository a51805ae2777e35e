package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Thought;

/**
 * Replaces the stored thought with the same id; stores it if there is none. Called on the thread of
 * the turn.
 */
@FunctionalInterface
public interface MutateThoughtCallback extends StorageUnitOfWork.Member {

  void mutateThought(AgentContext ctx, Thought thought) throws Exception;
}
