package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import java.util.List;
import java.util.Optional;

/** Says what to look for. Shared by concurrent turns. */
@FunctionalInterface
public interface MemoryQueryDeriver {

  /**
   * Empty or blank for nothing; what it throws counts as nothing.
   *
   * @param messages of the conversation, oldest first
   */
  Optional<String> derive(AgentContext ctx, List<Message> messages) throws Exception;
}
