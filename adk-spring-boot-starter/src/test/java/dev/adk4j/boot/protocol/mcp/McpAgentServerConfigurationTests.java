package dev.adk4j.boot.protocol.mcp;

import static dev.adk4j.boot.Starts.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.boot.retrieval.AdkRetrievalAutoConfiguration;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.mcp.McpAgentServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration;
import org.springframework.ai.mcp.server.common.autoconfigure.McpServerJsonMapperAutoConfiguration;
import org.springframework.ai.mcp.server.webmvc.autoconfigure.McpServerStreamableHttpWebMvcAutoConfiguration;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Properties that enable the MCP server, and those that do not. */
@Timeout(120)
class McpAgentServerConfigurationTests {

  private final WebApplicationContextRunner withoutServer =
      new WebApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  AdkGatesAutoConfiguration.class,
                  AdkStoredTurnsAutoConfiguration.class,
                  AdkAutoConfiguration.class,
                  OwnConfigurations.named("stream.AdkStreamAutoConfiguration"),
                  AdkRetrievalAutoConfiguration.class,
                  OwnConfigurations.named("web.AdkWebAutoConfiguration"),
                  OwnConfigurations.named("protocol.AdkMcpServerAutoConfiguration")))
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack())
          .withBean(Orders.class, Orders::new)
          .withPropertyValues(
              "adk.client.system-prompt=Be brief.",
              "spring.ai.mcp.server.protocol=STREAMABLE",
              "spring.ai.mcp.server.tool-callback-converter=false");

  private final WebApplicationContextRunner runner =
      withoutServer.withConfiguration(
          AutoConfigurations.of(
              McpServerJsonMapperAutoConfiguration.class,
              McpServerStreamableHttpWebMvcAutoConfiguration.class,
              McpServerAutoConfiguration.class));

  private final WebApplicationContextRunner open =
      runner
          .withBean(GateActors.class, PrincipalGateActors::new)
          .withPropertyValues("adk.web.mcp.path=/tools/mcp");

  static final class Orders {
    @AgentTool(name = "find_order", description = "Looks up an order.")
    String find(String number) {
      return number;
    }
  }

  @Test
  void isOffWithoutPath() {
    runner
        .withPropertyValues("spring.ai.mcp.server.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpAgentServer.class));
  }

  @Test
  void guardsItsPath() {
    open.run(
        context -> {
          assertThat(context).hasNotFailed();
          assertThat(context.getBeansOfType(GuardedPath.class).values())
              .extracting(GuardedPath::path)
              .contains("/tools/mcp");
        });
  }

  @Test
  void needsToKnowWhoCalls() {
    runner
        .withPropertyValues("adk.web.mcp.path=/mcp")
        .run(context -> refused(context, "adk.web.mcp.path", "adk.web.allow-anonymous=true"));
  }

  @Test
  void namesTheStarterThatIsMissing() {
    withoutServer
        .withBean(GateActors.class, PrincipalGateActors::new)
        .withPropertyValues("adk.web.mcp.path=/mcp")
        .withClassLoader(
            new FilteredClassLoader(McpServerStreamableHttpWebMvcAutoConfiguration.class))
        .run(
            context -> refused(context, "adk.web.mcp.path", "spring-ai-starter-mcp-server-webmvc"));
  }

  @Test
  void refusesOtherKindsOfServers() {
    open.withPropertyValues("spring.ai.mcp.server.type=ASYNC")
        .run(context -> refused(context, "adk.web.mcp.path", "spring.ai.mcp.server.type=SYNC"));
  }

  @Test
  void refusesNamesThatNothingHas() {
    open.withPropertyValues("adk.web.mcp.agents=nobody")
        .run(context -> refused(context, "adk.web.mcp.agents", "agent"));
    open.withPropertyValues("adk.web.mcp.tools=find_oder")
        .run(context -> refused(context, "adk.web.mcp.tools", "find_order"));
  }

  @Test
  void refusesOneNameForTwo() {
    open.withPropertyValues(
            "adk.agents.find_order.description=Finds.", "adk.web.mcp.tools=find_order")
        .run(context -> refused(context, "adk.web.mcp.tools", "two MCP tools"));
  }

  @Test
  void refusesDocumentsWhereThereAreNone() {
    open.withPropertyValues("adk.web.mcp.documents=true")
        .run(context -> refused(context, "adk.web.mcp.documents", "adk.retrieval.documents"));
  }

  @Test
  void changesDefaultsOfTheServerWhereThereIsPath() {
    assertThat(defaulted(Map.of())).isEqualTo(List.of("none", "none", "none"));
    assertThat(defaulted(Map.of("adk.web.mcp.path", "/mcp")))
        .isEqualTo(List.of("STREAMABLE", "false", "50s"));
    assertThat(
            defaulted(
                Map.of("adk.web.mcp.path", "/mcp", "spring.ai.mcp.server.request-timeout", "20s")))
        .isEqualTo(List.of("STREAMABLE", "false", "20s"));
  }

  private static List<String> defaulted(Map<String, Object> given) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addLast(new MapPropertySource("given", given));
    SpringFactoriesLoader.forDefaultResourceLocation()
        .load(
            EnvironmentPostProcessor.class,
            SpringFactoriesLoader.FailureHandler.handleMessage((message, failure) -> {}))
        .stream()
        .filter(each -> each.getClass().getSimpleName().equals("McpServerDefaults"))
        .forEach(each -> each.postProcessEnvironment(environment, new SpringApplication()));
    return List.of("protocol", "tool-callback-converter", "request-timeout").stream()
        .map(name -> environment.getProperty("spring.ai.mcp.server." + name, "none"))
        .toList();
  }
}
