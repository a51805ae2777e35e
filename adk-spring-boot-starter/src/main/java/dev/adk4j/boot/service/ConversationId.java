package dev.adk4j.boot.service;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter that names the conversation, as {@code AgentClient.conversation(id)} takes
 * it: whose conversation it is, the application's {@code ScopeResolver} or Spring Security says.
 * Without it, each call is a conversation of its own that is not stored.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ConversationId {}
