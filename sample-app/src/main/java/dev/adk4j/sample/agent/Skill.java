package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.ToolCall;
import java.util.List;

/** Skill of the agent without a model. Stateless between its steps. */
@FunctionalInterface
interface Skill {

  /**
   * @param done calls of the earlier steps, in order
   */
  Step next(DispatchContext ctx, List<ToolCall> done) throws Exception;
}
