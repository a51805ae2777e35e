package dev.adk4j.boot.internal.condition;

import java.util.Locale;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Decides {@link ConditionalOnChoice}. */
final class OnChoice extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    MergedAnnotation<ConditionalOnChoice> annotation =
        metadata.getAnnotations().get(ConditionalOnChoice.class);
    String property = annotation.getString("property");
    String wanted = annotation.getString("value");
    String value = context.getEnvironment().getProperty(property, "");
    boolean matches =
        value.isEmpty()
            ? annotation.getBoolean("matchIfMissing")
            : canonical(value).equals(canonical(wanted));
    return new ConditionOutcome(
        matches,
        ConditionMessage.forCondition(
                ConditionalOnChoice.class, "(" + property + "=" + wanted + ")")
            .because("found it " + (value.isEmpty() ? "not set" : "set to " + value)));
  }

  private static String canonical(String constant) {
    return constant.replaceAll("[^\\p{Alnum}]", "").toLowerCase(Locale.ROOT);
  }
}
