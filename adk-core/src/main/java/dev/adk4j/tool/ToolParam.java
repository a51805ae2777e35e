package dev.adk4j.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes an argument to the model: a parameter of an {@link AgentTool} method, or a component of
 * a typed input.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface ToolParam {

  /** Describes the argument to the model. */
  String description() default "";

  /**
   * Returns true if the model must give the argument. An {@code Optional} or {@code @Nullable}
   * argument, or one with a default, is never required. An optional argument must be able to be
   * absent: a primitive needs a {@link #defaultValue()}. An explicit null counts as absent.
   */
  boolean required() default true;

  /**
   * Returns the argument's name; by default, the parameter's own, which needs {@code javac
   * -parameters}. For parameters only.
   */
  String name() default "";

  /**
   * Default value for an absent argument, as JSON ({@code 10}, {@code true}, {@code ["a"]}); plain
   * for a text, for a type that is written as text, such as a date, and for a constant.
   */
  String defaultValue() default NONE;

  /** Represents no default, since an annotation cannot hold null. */
  String NONE = "\0none";
}
