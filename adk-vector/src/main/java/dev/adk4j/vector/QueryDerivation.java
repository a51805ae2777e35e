package dev.adk4j.vector;

import dev.adk4j.loop.AgentContext;

/** Decides what a turn's retrieval looks for. */
@FunctionalInterface
public interface QueryDerivation {

  RetrievalQuery derive(AgentContext ctx) throws Exception;
}
