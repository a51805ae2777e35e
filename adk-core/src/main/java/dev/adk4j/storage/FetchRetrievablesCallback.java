package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Retrievable;
import java.util.List;

/** Fetches the retrievables of the context's scope, in order. Called on the thread of the turn. */
@FunctionalInterface
public interface FetchRetrievablesCallback {

  List<Retrievable> fetchRetrievables(AgentContext ctx) throws Exception;
}
