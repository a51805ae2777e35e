package dev.adk4j.boot;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless {@code adk.dispatch.max-iterations} is 0. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(ConditionalOnLimitedIterations.Limited.class)
@interface ConditionalOnLimitedIterations {

  /** The condition. */
  final class Limited extends SpringBootCondition {

    private static final String PROPERTY = "adk.dispatch.max-iterations";

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      String value = context.getEnvironment().getProperty(PROPERTY, "").strip();
      return new ConditionOutcome(
          !value.matches("0+"),
          ConditionMessage.forCondition("Limited iterations")
              .because(PROPERTY + " is " + (value.isEmpty() ? "not set" : value)));
    }
  }
}
