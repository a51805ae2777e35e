package dev.adk4j.boot.internal.condition;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if a property with the constants of an enumeration has the given one. Case, hyphens and
 * underscores are ignored, as in binding.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnChoice.class)
public @interface ConditionalOnChoice {

  /** Returns the property. */
  String property();

  /** Returns the constant in the form used in properties. */
  String value();

  /** Returns true if an unset property also matches. */
  boolean matchIfMissing() default false;
}
