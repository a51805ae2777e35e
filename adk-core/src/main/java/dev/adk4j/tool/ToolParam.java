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
   * Returns true where the model has to give the argument. An {@code Optional} or {@code @Nullable}
   * one, and one with a default, never has to. One that does not have to be given must be able to
   * say so: a primitive needs a {@link #defaultValue()}. A null that is given for it counts as not
   * given.
   */
  boolean required() default true;

  /**
   * Returns the argument's name; without one, the parameter's own, which needs {@code javac
   * -parameters}. Parameters only.
   */
  String name() default "";

  /**
   * Stands in where the model gives nothing, as JSON ({@code 10}, {@code true}, {@code ["a"]});
   * bare for a text, for what travels as one, such as a date, and for a constant.
   */
  String defaultValue() default NONE;

  /** Stands for no default, since an annotation cannot hold null. */
  String NONE = "\0none";
}
