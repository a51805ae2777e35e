package dev.adk4j.boot.actuate;

import dev.adk4j.boot.internal.callback.Assignment;
import dev.adk4j.boot.internal.callback.CallbackResolution;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.turn.TurnRunner;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Actuator endpoint that shows the bean of each callback and the parts of the turn runners. */
@Endpoint(id = "adk")
record AdkEndpoint(
    CallbackResolution resolution,
    Map<String, TurnRunner> runners,
    Supplier<Map<String, String>> models,
    Supplier<Map<String, String>> leftOutTools) {

  @ReadOperation
  public AdkDescription adk() {
    Map<String, CallbackDescription> callbacks = new LinkedHashMap<>();
    for (CallbackKey callback : CallbackKey.values()) {
      callbacks.put(callback.operation(), describe(resolution.callbacks().get(callback)));
    }
    Map<String, TurnRunner.Description> described = new LinkedHashMap<>();
    runners.forEach((name, runner) -> described.put(name, runner.describe()));
    return new AdkDescription(
        callbacks, describe(resolution.executor()), described, models.get(), leftOutTools.get());
  }

  private static CallbackDescription describe(@Nullable Assignment assignment) {
    return switch (assignment) {
      case null -> new CallbackDescription("none", null);
      case Assignment.Bean bean ->
          new CallbackDescription(bean.fallback() ? "module" : "application", bean.name());
      case Assignment.Noop noop -> new CallbackDescription("noop", noop.optOut().propertyValue());
      case Assignment.ToolBeans tools -> new CallbackDescription("tools", null);
    };
  }

  /**
   * @param callbacks all 27 callbacks by key, such as {@code storeMessage}
   * @param runners turn runners by bean name
   * @param models states of the circuit breakers of models: {@code closed}, {@code open} or {@code
   *     half-open}
   * @param leftOutTools reasons for which tools of callbacks and MCP servers are left out, by name;
   *     by {@code *} and the server if its list is unknown
   */
  public record AdkDescription(
      Map<String, CallbackDescription> callbacks,
      CallbackDescription executor,
      Map<String, TurnRunner.Description> runners,
      Map<String, String> models,
      Map<String, String> leftOutTools) {}

  /**
   * @param source {@code application}, {@code module}, {@code noop}, {@code tools}, or {@code none}
   *     if only a manually built runner has an implementation
   * @param name name of the bean, or of the opt-out
   */
  public record CallbackDescription(String source, @Nullable String name) {}
}
