package dev.adk4j.boot.protocol;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Defaults of Spring AI's MCP server: the transport that serves the agents, no tool callbacks that
 * bypass the library's checks, and requests that end before clients time out, which most do after
 * 60 seconds. Properties that the application sets take precedence.
 */
final class McpServerDefaults implements EnvironmentPostProcessor {

  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "spring.ai.mcp.server.protocol", "STREAMABLE",
          "spring.ai.mcp.server.tool-callback-converter", "false",
          "spring.ai.mcp.server.request-timeout", "50s");

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (!environment.containsProperty(McpServerOptions.PATH)) {
      return;
    }
    Map<String, Object> unset = new HashMap<>(DEFAULTS);
    unset.keySet().removeIf(environment::containsProperty);
    environment.getPropertySources().addLast(new MapPropertySource("adkMcpServerDefaults", unset));
  }
}
