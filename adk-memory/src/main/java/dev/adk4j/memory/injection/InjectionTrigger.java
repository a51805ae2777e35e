package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import java.util.List;

/** Decides if memories are searched for a turn. Serves concurrent turns. */
@FunctionalInterface
public interface InjectionTrigger {

  /**
   * Returns true to search. An exception counts as false.
   *
   * @param messages the conversation's messages, oldest first
   */
  boolean test(AgentContext ctx, List<Message> messages) throws Exception;
}
