package dev.adk4j.boot;

import dev.adk4j.guard.InputGuard;
import dev.adk4j.guard.OutputGuard;
import dev.adk4j.loop.ToolGuard;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if a property configures a guard, or there is a guard bean. */
final class OnGuards extends SpringBootCondition implements ConfigurationCondition {

  @Override
  public ConfigurationPhase getConfigurationPhase() {
    return ConfigurationPhase.REGISTER_BEAN;
  }

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    var beans = Objects.requireNonNull(context.getBeanFactory());
    boolean any =
        Binder.get(context.getEnvironment())
                .bind("adk.guards", Bindable.mapOf(String.class, Object.class))
                .isBound()
            || Stream.of(InputGuard.class, OutputGuard.class, ToolGuard.class)
                .anyMatch(type -> beans.getBeanNamesForType(type, true, false).length > 0);
    return new ConditionOutcome(any, any ? "there are guards" : "there are no guards");
  }
}
