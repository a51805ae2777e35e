package dev.adk4j.boot.service;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter that identifies the conversation, with the value of {@code
 * AgentClient.conversation(id)}. The application's {@code ScopeResolver} or Spring Security
 * determines the owner. Without this parameter, each call is a separate conversation that is not
 * stored.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ConversationId {}
