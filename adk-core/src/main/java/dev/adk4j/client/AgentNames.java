package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Holds the agents of a registry by their names. */
final class AgentNames {

  private static final Set<String> OURS =
      Set.of(
          AgentNames.class.getName(),
          AgentClient.class.getName(),
          AgentClient.Builder.class.getName());

  private final Map<String, Registered> agents = new ConcurrentHashMap<>();

  /**
   * An agent and the place of its registration.
   *
   * @param place the calling code, for the error message about a second agent of the name
   */
  private record Registered(AgentClient agent, String place) {}

  @Nullable AgentClient get(String name) {
    Registered known = agents.get(name);
    return known == null ? null : known.agent();
  }

  /**
   * Registers an agent, which resumes the stored turns of its name.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} if another agent has the name
   */
  void register(AgentClient agent) {
    String place =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> !OURS.contains(frame.getClassName()))
                        .findFirst()
                        .map(Object::toString)
                        .orElse("unknown code"));
    Registered known = agents.putIfAbsent(agent.name(), new Registered(agent, place));
    if (known != null) {
      throw AdkException.of(AdkErrorCode.VALIDATION_EXCEPTION)
          .message(
              "Two agents are named '%s': one was registered at %s, another at %s. Stored turns are resumed by name: give each a name of its own with AgentClient.builder(…).name(…)."
                  .formatted(agent.name(), known.place(), place))
          .args(agent.name())
          .build();
    }
  }
}
