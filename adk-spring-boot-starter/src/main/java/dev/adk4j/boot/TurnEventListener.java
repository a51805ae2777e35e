package dev.adk4j.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a bean a listener of every turn runner: it has one parameter, the event. On a
 * bean method or class it says which events an {@link dev.adk4j.event.EventListener} bean listens
 * to. Called on the thread of the turn, in no promised order among beans; what it throws is logged
 * and changes nothing.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface TurnEventListener {

  /**
   * Names of events, such as {@code thought}. Needed only where the payload does not tell: {@code
   * message} and {@code thought} share theirs.
   */
  String[] value() default {};
}
