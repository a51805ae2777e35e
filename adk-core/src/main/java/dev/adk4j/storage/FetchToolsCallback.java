package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import java.util.List;

/** Fetches tools beyond the configured ones. Called on the thread of the turn. */
@FunctionalInterface
public interface FetchToolsCallback {

  List<Tool> fetchTools(AgentContext ctx) throws Exception;
}
