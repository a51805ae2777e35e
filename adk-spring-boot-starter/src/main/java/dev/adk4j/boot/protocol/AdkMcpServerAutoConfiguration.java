package dev.adk4j.boot.protocol;

import dev.adk4j.boot.internal.callback.CallbackConfigurer;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.retrieval.AllRetrievers;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.Tool;
import dev.adk4j.stored.GateService;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.mcp.McpAgentServer;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.mcp.server.common.autoconfigure.properties.McpServerProperties;
import org.springframework.ai.mcp.server.webmvc.transport.WebMvcStreamableServerTransportProvider;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/** Auto-configuration of the MCP server, if its path is set. */
@AutoConfiguration(
    beforeName = {
      "org.springframework.ai.mcp.server.webmvc.autoconfigure.McpServerStreamableHttpWebMvcAutoConfiguration",
      "org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration"
    },
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.stream.AdkStreamAutoConfiguration",
      "dev.adk4j.boot.retrieval.AdkRetrievalAutoConfiguration",
      "dev.adk4j.boot.web.AdkWebAutoConfiguration",
      "dev.adk4j.boot.gate.AdkGatesAutoConfiguration",
      "dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration"
    })
@ConditionalOnClass(name = "org.springframework.web.servlet.function.RouterFunction")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@ConditionalOnProperty(McpServerOptions.PATH)
@ConditionalOnBean({AgentClient.class, GateService.class, AgentRegistry.class})
final class AdkMcpServerAutoConfiguration {

  private static final String STARTER =
      "org.springframework.ai.mcp.server.webmvc.autoconfigure.McpServerStreamableHttpWebMvcAutoConfiguration";

  /** Reports the missing dependency instead of leaving the path unserved. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass(STARTER)
  static class WithoutServer {

    @Bean
    SmartInitializingSingleton adkMcpServerCheck(AdkProperties properties) {
      return () -> {
        throw new InvalidConfigurationPropertyValueException(
            McpServerOptions.PATH,
            properties.web().mcp().path(),
            "needs Spring AI's MCP server: add"
                + " org.springframework.ai:spring-ai-starter-mcp-server-webmvc");
      };
    }
  }

  /** Adds the agents to the server of Spring AI's starter. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = STARTER)
  @Import(ProtocolsConfiguration.class)
  static class Server {

    @Bean
    ProtocolAccess adkMcpAccess(AdkProperties properties, ListableBeanFactory beans) {
      return ProtocolsConfiguration.access(
          "mcp", McpServerOptions.PATH, properties.web().mcp().path(), beans);
    }

    @Bean
    McpAgentServer adkMcpServer(
        @Qualifier("adkMcpAccess") ProtocolAccess adkMcpAccess,
        GateService service,
        ObjectProvider<RequestLimits> limits,
        ObjectProvider<InstantSource> clock,
        McpServerProperties server) {
      return new McpAgentServer(
          adkMcpAccess,
          service,
          limits.getIfAvailable(RequestLimits::none),
          clock.getIfAvailable(InstantSource::system),
          server.getRequestTimeout());
    }

    @Bean
    GuardedPath adkMcpGuardedPath(McpAgentServer adkMcpServer, AdkProperties properties) {
      return adkMcpServer.guard(new McpServerOptions(properties).path());
    }

    /** Replaces the starter's transport, which checks neither origins nor callers. */
    @Bean
    WebMvcStreamableServerTransportProvider adkMcpTransport(
        McpAgentServer adkMcpServer,
        @Qualifier("mcpServerJsonMapper") JsonMapper json,
        AdkProperties properties) {
      return adkMcpServer.transport(
          new JacksonMcpJsonMapper(json), new McpServerOptions(properties).path());
    }

    /** Has the name of the starter's bean and replaces it. */
    @Bean
    RouterFunction<ServerResponse> webMvcStreamableServerRouterFunction(
        McpAgentServer adkMcpServer, WebMvcStreamableServerTransportProvider transport) {
      return adkMcpServer.routes(transport.getRouterFunction());
    }

    @Bean
    List<SyncToolSpecification> adkMcpTools(
        McpAgentServer adkMcpServer,
        ProtocolAgents agents,
        DirectTools direct,
        AdkProperties properties) {
      McpServerOptions settings = new McpServerOptions(properties);
      List<SyncToolSpecification> all =
          new ArrayList<>(
              adkMcpServer.agents(agents, settings.agents(agents), properties::description));
      all.addAll(adkMcpServer.tools(direct.offered(), direct::client));
      McpServerOptions.checkNames(all.stream().map(tool -> tool.tool().name()).toList());
      return all;
    }

    @Bean
    @ConditionalOnSwitch(defaultOff = "adk.web.mcp.documents")
    List<SyncResourceTemplateSpecification> adkMcpDocuments(
        McpAgentServer adkMcpServer, DirectTools direct) {
      return direct
          .search()
          .map(search -> List.of(adkMcpServer.documents(search, direct::client)))
          .orElse(List.of());
    }

    @Bean
    DirectTools adkMcpDirectTools(
        CallbackConfigurer callbacks,
        AdkProperties properties,
        ConfigurableListableBeanFactory beans) {
      List<Tool> tools = new McpServerOptions(properties).tools(callbacks.tools());
      boolean documents = properties.web().mcp().documents();
      return new DirectTools(
          tools, documents ? AllRetrievers.searchTool(beans, properties) : null, beans);
    }

    /** Without this kind of server, the path would not respond. */
    @Bean
    SmartInitializingSingleton adkMcpServerCheck(
        ObjectProvider<McpSyncServer> server, AdkProperties properties) {
      return () -> {
        if (server.getIfAvailable() == null) {
          throw new InvalidConfigurationPropertyValueException(
              McpServerOptions.PATH,
              properties.web().mcp().path(),
              "needs spring.ai.mcp.server.enabled=true, spring.ai.mcp.server.type=SYNC and"
                  + " spring.ai.mcp.server.protocol=STREAMABLE");
        }
      };
    }
  }
}
