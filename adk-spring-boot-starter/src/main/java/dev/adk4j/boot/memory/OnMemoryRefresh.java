package dev.adk4j.boot.memory;

import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.injection.InjectionSettings.Timing;
import java.util.Arrays;
import java.util.Objects;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if memories may change after the first iteration of a turn: if the property enables it,
 * or if the application has its own settings bean, which is not read before beans are created.
 */
final class OnMemoryRefresh implements ConfigurationCondition {

  @Override
  public ConfigurationPhase getConfigurationPhase() {
    return ConfigurationPhase.REGISTER_BEAN;
  }

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return Binder.get(context.getEnvironment())
                .bind("adk.memory.injection.trigger", Timing.class)
                .orElse(Timing.USER_TURN)
            == Timing.EVERY_CALL
        || Arrays.stream(
                Objects.requireNonNull(context.getBeanFactory())
                    .getBeanNamesForType(InjectionSettings.class, true, false))
            .anyMatch(name -> !name.equals(AdkMemoryAutoConfiguration.OWN_INJECTION));
  }
}
