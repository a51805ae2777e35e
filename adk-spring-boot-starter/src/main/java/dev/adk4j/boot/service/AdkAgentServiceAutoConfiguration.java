package dev.adk4j.boot.service;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Auto-configuration of interfaces whose methods call an agent. */
@AutoConfiguration(afterName = "dev.adk4j.boot.AdkAutoConfiguration")
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@Import(AgentServiceRegistrar.class)
final class AdkAgentServiceAutoConfiguration {

  @Bean(AgentServices.BEAN)
  static AgentServices adkAgentServices(BeanFactory beanFactory) {
    return new AgentServices(beanFactory);
  }
}
