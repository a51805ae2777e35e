package dev.adk4j.loop;

import dev.adk4j.primitive.Message;
import java.util.List;

/**
 * The context of one turn. Its {@code store*}, {@code mutate*} and {@code delete*} methods call the
 * callback at once and leave the Sets alone; what the callback throws reaches the caller.
 */
public interface TurnContext extends AgentContext {

  /**
   * What the caller of the turn handed in for middleware to accept; the runtime does not look at
   * it.
   */
  List<Message> input();
}
