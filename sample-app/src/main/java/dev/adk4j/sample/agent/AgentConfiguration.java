package dev.adk4j.sample.agent;

import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configures the agent's settings and clock. The starter provides storage, runner and middleware.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SampleAgentProperties.class)
class AgentConfiguration {

  @Bean
  @ConditionalOnMissingBean
  InstantSource clock() {
    return InstantSource.system();
  }
}
