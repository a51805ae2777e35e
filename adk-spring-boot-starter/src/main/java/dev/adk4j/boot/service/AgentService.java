package dev.adk4j.boot.service;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an interface a bean whose methods call an agent:
 *
 * <pre>{@code
 * @AgentService
 * interface Support {
 *   @Prompt("Classify: {text}")
 *   Category classify(String text);
 *
 *   AgentStream chat(@ConversationId String id, String text);
 * }
 * }</pre>
 *
 * <p>Interfaces are found in the packages of the application. A method returns {@code String}, a
 * value that the model is asked for, {@code Answer} or {@code AgentStream}. A method that returns
 * text or a value throws the same exceptions as {@code AgentClient.ask}. Default methods are called
 * unchanged. An invalid interface fails the startup.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AgentService {

  /** Returns the name of the agent, an {@code AgentClient} bean; empty for the default agent. */
  String value() default "";
}
