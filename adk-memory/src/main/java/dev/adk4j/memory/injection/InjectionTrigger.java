package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import java.util.List;

/** Says whether memories are looked for. Shared by concurrent turns. */
@FunctionalInterface
public interface InjectionTrigger {

  /**
   * What it throws counts as no.
   *
   * @param messages of the conversation, oldest first
   */
  boolean test(AgentContext ctx, List<Message> messages) throws Exception;
}
