package dev.adk4j.boot.internal.condition;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if all the named properties are on. Values are read as binding reads a boolean: {@code
 * off}, {@code no} and {@code 0} switch off, and {@code on}, {@code yes} and {@code 1} switch on.
 * An invalid value counts as on: binding then rejects it.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnSwitch.class)
public @interface ConditionalOnSwitch {

  /** Returns the properties that are on if unset. */
  String[] defaultOn() default {};

  /** Returns the properties that are off if unset. */
  String[] defaultOff() default {};
}
