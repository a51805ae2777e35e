package dev.adk4j.test;

import dev.adk4j.value.Scope;

/** Contexts to call a callback or a middleware with, without a runner. */
public final class AgentContexts {

  private AgentContexts() {}

  /** A fresh context of that scope; see {@link TestAgentContext} for what it does. */
  public static TestAgentContext forScope(Scope scope) {
    return TestAgentContext.builder().scope(scope).build();
  }
}
