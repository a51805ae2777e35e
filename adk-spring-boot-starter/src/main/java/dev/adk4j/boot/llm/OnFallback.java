package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.properties.LlmProperties.Fallback.Model;
import java.util.List;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if properties name fallback models. */
final class OnFallback implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return !Binder.get(context.getEnvironment())
        .bind("adk.llm.fallback.models", Bindable.listOf(Model.class))
        .orElse(List.of())
        .isEmpty();
  }
}
