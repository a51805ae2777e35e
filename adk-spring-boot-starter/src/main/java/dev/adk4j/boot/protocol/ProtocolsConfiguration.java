package dev.adk4j.boot.protocol;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.WebProperties;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.gate.SecurityGateActors;
import dev.adk4j.web.internal.protocol.Protocol;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolOptions;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.stream.TurnEvents;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

/** Beans that all protocols share. The configuration of each protocol imports it. */
@Configuration(proxyBeanMethods = false)
class ProtocolsConfiguration {

  /** Name of the filter of Spring Security. */
  private static final String SECURITY = "springSecurityFilterChain";

  private static final String OWN_SCOPES = "adkWebScopeResolver";
  private static final List<String> OWN_ACTORS =
      List.of("adkSecurityGateActors", "adkPrincipalGateActors");

  private static final String CLIENT = "adkAgentClient";

  private static final boolean SECURED =
      ClassUtils.isPresent(
          "org.springframework.security.core.context.SecurityContextHolder",
          ProtocolsConfiguration.class.getClassLoader());

  @Bean(OWN_SCOPES)
  @ConditionalOnMissingBean(WebScopeResolver.class)
  WebScopeResolver adkWebScopeResolver(
      ObjectProvider<GateActors> actors, ObjectProvider<ScopeResolver> resolvers) {
    return new AuthenticatedScopes(
        actors.getIfAvailable(() -> SECURED ? new SecurityGateActors() : new PrincipalGateActors()),
        resolvers.getIfAvailable());
  }

  @Bean
  ProtocolAgents adkProtocolAgents(ListableBeanFactory beans, AdkProperties properties) {
    boolean named = !properties.agents().isEmpty();
    return new ProtocolAgents(() -> agents(beans, named));
  }

  /** Agents of properties inherit from the default client; without others, it is the agent. */
  private static Map<String, AgentClient> agents(ListableBeanFactory beans, boolean named) {
    Map<String, AgentClient> agents = new LinkedHashMap<>(beans.getBeansOfType(AgentClient.class));
    AgentClient client = agents.remove(CLIENT);
    if (client != null && !named) {
      agents.put("agent", client);
    }
    return agents;
  }

  @Bean
  ProtocolTurns adkProtocolTurns(
      TurnEvents events,
      ObjectProvider<InstantSource> clock,
      ObjectProvider<AgentRegistry> waiting,
      ObjectProvider<TurnStore> stored,
      AdkProperties properties) {
    boolean durable = properties.durable().protocols();
    if (durable && !events.storesDurable()) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.durable.protocols",
          true,
          "needs adk.durable.enabled=true and adk.durable.events-keep above zero: a client reads"
              + " the events of a durable turn from the database");
    }
    ProtocolTurns turns =
        new ProtocolTurns(
            events,
            clock.getIfAvailable(InstantSource::system),
            events.storesDurable() ? stored.getIfAvailable() : null,
            durable);
    waiting.ifAvailable(all -> all.beforeContinued(turns::goesOn));
    return turns;
  }

  /** Returns the parts of a protocol; fails if it would admit anonymous callers unintentionally. */
  static Protocol protocol(
      String channel, String property, @Nullable String path, ListableBeanFactory beans) {
    return new Protocol(
        access(channel, property, path, beans),
        beans.getBean(ProtocolAgents.class),
        beans.getBean(ProtocolTurns.class),
        beans.getBeanProvider(GateService.class).getIfAvailable());
  }

  /**
   * Returns the access rules of a protocol; fails if it would admit anonymous callers
   * unintentionally.
   */
  static ProtocolAccess access(
      String channel, String property, @Nullable String path, ListableBeanFactory beans) {
    WebProperties web = beans.getBean(AdkProperties.class).web();
    GateActors actors = beans.getBeanProvider(GateActors.class).getIfAvailable();
    boolean knowsCallers =
        beans.containsBean(SECURITY)
            || !beans.containsBean(OWN_SCOPES)
            || (actors != null && OWN_ACTORS.stream().noneMatch(beans::containsBean));
    if (!knowsCallers && !web.allowAnonymous()) {
      throw new InvalidConfigurationPropertyValueException(
          property,
          path,
          "opens an endpoint without a way to identify the caller: add "
              + "spring-boot-starter-security, or declare a WebScopeResolver or GateActors bean "
              + "(PrincipalGateActors for users that the web server authenticates); for a server "
              + "that only you can reach, set adk.web.allow-anonymous=true");
    }
    return new ProtocolAccess(
        channel,
        beans.getBean(WebScopeResolver.class),
        actors,
        new ProtocolOptions(
            web.allowAnonymous(),
            Set.copyOf(web.allowedOrigins()),
            Set.copyOf(web.allowedHosts())));
  }
}
