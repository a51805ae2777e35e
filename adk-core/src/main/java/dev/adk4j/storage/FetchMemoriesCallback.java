package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import java.util.List;

/** Fetches the memories of the context's scope, in order. Called on the thread of the turn. */
@FunctionalInterface
public interface FetchMemoriesCallback {

  List<Memory> fetchMemories(AgentContext ctx) throws Exception;
}
