package dev.adk4j.boot.llm;

import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if properties define a limit, for all agents or for one. */
final class OnBudgets implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    Environment environment = context.getEnvironment();
    return environment.containsProperty(AdkBudgetAutoConfiguration.LIMITED)
        || Binder.get(environment)
            .bind("adk.agents", Bindable.mapOf(String.class, Object.class))
            .orElse(Map.of())
            .values()
            .stream()
            .anyMatch(
                agent -> agent instanceof Map<?, ?> settings && settings.containsKey("budgets"));
  }
}
