package dev.adk4j.sample.agent;

import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Settings and the clock; storage, runner and middleware come from the starter. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SampleAgentProperties.class)
class AgentConfiguration {

  @Bean
  @ConditionalOnMissingBean
  InstantSource clock() {
    return InstantSource.system();
  }
}
