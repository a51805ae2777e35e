package dev.adk4j.boot.service;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Defines the message that a method of an {@link AgentService} sends. A parameter's name in braces
 * is replaced by its value, as text; other braces stay. Without this annotation, the method has one
 * parameter, which is the message.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Prompt {

  String value();
}
