package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.ToolCall;
import java.util.List;

/** One thing the agent can do without a model. Holds nothing between its steps. */
@FunctionalInterface
interface Skill {

  /**
   * @param done the calls that its earlier steps made, in order
   */
  Step next(DispatchContext ctx, List<ToolCall> done) throws Exception;
}
