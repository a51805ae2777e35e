package dev.adk4j.boot.llm;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if properties name fallback models. */
final class OnFallback implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return !AdkLlmProperties.fallback(context.getEnvironment()).isEmpty();
  }
}
