package dev.adk4j.boot.skill;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;

/** Matches if {@code adk.skills.locations} is set. */
final class OnSkills extends OnPropertyListCondition {

  OnSkills() {
    super(SkillLocations.PROPERTY, () -> ConditionMessage.forCondition(SkillLocations.PROPERTY));
  }
}
