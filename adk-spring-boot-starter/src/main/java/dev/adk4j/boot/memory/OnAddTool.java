package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;

/** Matches if the add tool is on. If unset, it is on with the stores of the starter. */
final class OnAddTool extends AnyNestedCondition {

  OnAddTool() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnSwitch(defaultOff = "adk.memory.add-tool.enabled")
  static class Asked {}

  @ConditionalOnBean(AutomaticStores.class)
  @ConditionalOnSwitch(defaultOn = "adk.memory.add-tool.enabled")
  static class Automatic {}
}
