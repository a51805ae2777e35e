package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchExecutor;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The executor and the clock; storage, runner and middleware come from the starter. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SampleAgentProperties.class)
class AgentConfiguration {

  /** Unless a model is configured: then the starter makes the executor of that one. */
  @Bean
  @ConditionalOnProperty(name = "spring.ai.model.chat", havingValue = "none", matchIfMissing = true)
  DispatchExecutor offlineExecutor(SampleAgentProperties properties) {
    return new OfflineExecutor(properties);
  }

  @Bean
  @ConditionalOnMissingBean
  InstantSource clock() {
    return InstantSource.system();
  }
}
