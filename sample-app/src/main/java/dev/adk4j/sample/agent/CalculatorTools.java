package dev.adk4j.sample.agent;

import dev.adk4j.sample.arithmetic.Arithmetic;
import dev.adk4j.sample.arithmetic.Numbers;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import org.springframework.stereotype.Component;

/** Exact arithmetic for the agent. */
@Component
class CalculatorTools {

  @AgentTool(name = "calculate", description = "Evaluates an arithmetic expression exactly.")
  String calculate(
      @ToolParam(description = "The expression, for example 2 * (3 + 4) ^ 2") String expression) {
    return Numbers.text(Arithmetic.evaluate(expression));
  }
}
