package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import java.util.List;
import java.util.Optional;

/** Derives the query of a memory search from a conversation. Serves concurrent turns. */
@FunctionalInterface
public interface MemoryQueryDeriver {

  /**
   * Returns the query; empty or blank for no search. An exception counts as empty.
   *
   * @param messages the conversation's messages, oldest first
   */
  Optional<String> derive(AgentContext ctx, List<Message> messages) throws Exception;
}
