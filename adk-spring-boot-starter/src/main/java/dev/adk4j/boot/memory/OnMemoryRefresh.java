package dev.adk4j.boot.memory;

import dev.adk4j.memory.injection.InjectionSettings.Lifetime;
import dev.adk4j.memory.injection.InjectionSettings.Timing;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if memories change after the first iteration of a turn. */
final class OnMemoryRefresh implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    Binder binder = Binder.get(context.getEnvironment());
    Timing timing =
        binder.bind("adk.memory.injection.trigger", Timing.class).orElse(Timing.USER_TURN);
    Lifetime lifetime =
        binder.bind("adk.memory.injection.lifetime", Lifetime.class).orElse(Lifetime.TURN);
    return timing == Timing.EVERY_CALL || lifetime == Lifetime.CALL;
  }
}
