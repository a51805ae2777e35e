package dev.adk4j.boot.condition;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches where all the named properties are on. A property is read as binding reads a boolean, so
 * that {@code off}, {@code no} and {@code 0} switch off, and {@code on}, {@code yes} and {@code 1}
 * switch on. A value that is no boolean counts as on: the properties that are bound then refuse it.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnSwitch.class)
public @interface ConditionalOnSwitch {

  /** Properties that are on where they are not set. */
  String[] defaultOn() default {};

  /** Properties that are off where they are not set. */
  String[] defaultOff() default {};
}
