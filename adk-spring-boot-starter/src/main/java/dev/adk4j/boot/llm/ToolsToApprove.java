package dev.adk4j.boot.llm;

import java.util.List;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if properties name a tool that needs approval, in any form of a list. */
final class ToolsToApprove implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return !Binder.get(context.getEnvironment())
        .bind("adk.llm.approval.tools", Bindable.listOf(String.class))
        .orElse(List.of())
        .isEmpty();
  }
}
