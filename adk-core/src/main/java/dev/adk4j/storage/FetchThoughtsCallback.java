package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Thought;
import java.util.List;

/**
 * Fetches the thoughts of the context's scope, in the order they were stored. Called on the thread
 * of the turn.
 */
@FunctionalInterface
public interface FetchThoughtsCallback {

  List<Thought> fetchThoughts(AgentContext ctx) throws Exception;
}
