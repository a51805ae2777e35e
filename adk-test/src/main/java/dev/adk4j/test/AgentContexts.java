package dev.adk4j.test;

import dev.adk4j.value.Scope;

/**
 * Creates contexts to call a callback or a middleware without a runner.
 *
 * @since 0.1.0
 */
public final class AgentContexts {

  private AgentContexts() {}

  /** Returns a new context with the scope; see {@link TestAgentContext}. */
  public static TestAgentContext forScope(Scope scope) {
    return TestAgentContext.builder().scope(scope).build();
  }
}
