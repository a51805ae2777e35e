package dev.adk4j.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a bean a listener of every turn runner: it has one parameter, the event. On a
 * bean method or class it names the events of an {@link dev.adk4j.event.EventListener} bean.
 * Listeners are called on the thread of the turn, in no guaranteed order among beans. Exceptions
 * are logged and have no effect on the turn.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface TurnEventListener {

  /**
   * Returns the names of events, such as {@code thought}. Required only if the payload is
   * ambiguous: {@code message} and {@code thought} share theirs.
   */
  String[] value() default {};
}
