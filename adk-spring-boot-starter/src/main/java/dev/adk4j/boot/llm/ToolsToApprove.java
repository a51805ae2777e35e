package dev.adk4j.boot.llm;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;

/** Matches if properties name a tool that needs approval, in any form of a list. */
final class ToolsToApprove extends OnPropertyListCondition {

  ToolsToApprove() {
    super(NamedToolsCheck.APPROVAL, () -> ConditionMessage.forCondition(NamedToolsCheck.APPROVAL));
  }
}
