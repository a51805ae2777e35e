package dev.adk4j.boot.condition;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches where a property that takes the constants of an enumeration has one of them. It is
 * compared as binding does: case, hyphens and underscores do not count.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnChoice.class)
public @interface ConditionalOnChoice {

  /** The property. */
  String property();

  /** The constant, as it is written in properties. */
  String value();

  /** Whether an unset property matches, too. */
  boolean matchIfMissing() default false;
}
