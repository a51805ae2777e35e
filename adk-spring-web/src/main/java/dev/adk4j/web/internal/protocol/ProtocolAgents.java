package dev.adk4j.web.internal.protocol;

import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkException;
import dev.adk4j.web.WebErrorCode;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/** Agents that callers can use, by name. */
public final class ProtocolAgents {

  private final Supplier<Map<String, AgentClient>> agents;

  /**
   * @param agents looked up at the first request
   */
  public ProtocolAgents(Supplier<Map<String, AgentClient>> agents) {
    this.agents = SingletonSupplier.of(() -> Map.copyOf(agents.get()));
  }

  public Set<String> names() {
    return agents.get().keySet();
  }

  /** Returns any of the agents, for shared parts. */
  public AgentClient any() {
    return agents.get().values().iterator().next();
  }

  /**
   * Returns the agent of that name.
   *
   * @param name null for the only agent
   * @throws AdkException {@code E_AGENT_UNKNOWN}
   */
  public AgentClient find(@Nullable String name) {
    Map<String, AgentClient> all = agents.get();
    AgentClient agent = null;
    if (name != null) {
      agent = all.get(name);
    } else if (all.size() == 1) {
      agent = all.values().iterator().next();
    }
    if (agent == null) {
      throw new AdkException(
          WebErrorCode.E_AGENT_UNKNOWN,
          name == null ? "The request must name an agent." : "The agent does not exist.");
    }
    return agent;
  }
}
