package dev.adk4j.boot.internal.condition;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Decides {@link ConditionalOnSwitch}. */
final class OnSwitch extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    MergedAnnotation<ConditionalOnSwitch> annotation =
        metadata.getAnnotations().get(ConditionalOnSwitch.class);
    Environment environment = context.getEnvironment();
    for (String name : annotation.getStringArray("defaultOn")) {
      if (!isOn(environment, name, true)) {
        return off(name, environment.getProperty(name));
      }
    }
    for (String name : annotation.getStringArray("defaultOff")) {
      if (!isOn(environment, name, false)) {
        return off(name, environment.getProperty(name));
      }
    }
    return ConditionOutcome.match(
        ConditionMessage.forCondition(ConditionalOnSwitch.class).because("nothing is off"));
  }

  private static boolean isOn(Environment environment, String name, boolean unset) {
    try {
      return environment.getProperty(name, Boolean.class, unset);
    } catch (ConversionException e) {
      return true; // binding reports the property, its value and its origin
    }
  }

  private static ConditionOutcome off(String name, @Nullable String value) {
    return ConditionOutcome.noMatch(
        ConditionMessage.forCondition(ConditionalOnSwitch.class, "(" + name + ")")
            .because("found it " + (StringUtils.hasText(value) ? "set to " + value : "not set")));
  }
}
