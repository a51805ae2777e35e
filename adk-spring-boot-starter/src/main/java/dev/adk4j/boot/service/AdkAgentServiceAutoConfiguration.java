package dev.adk4j.boot.service;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Auto-configuration of interfaces whose methods call an agent. */
@AutoConfiguration(after = AdkAutoConfiguration.class)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@Import(AgentServiceRegistrar.class)
final class AdkAgentServiceAutoConfiguration {

  @Bean(AgentServices.BEAN)
  static AgentServices adkAgentServices(BeanFactory beanFactory) {
    return new AgentServices(beanFactory);
  }
}
