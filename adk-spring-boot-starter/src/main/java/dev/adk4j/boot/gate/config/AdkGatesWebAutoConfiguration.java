package dev.adk4j.boot.gate.config;

import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.boot.gate.GateActors;
import dev.adk4j.boot.gate.GatesController;
import dev.adk4j.gate.GateDesk;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gates over HTTP, where that is asked for. */
@AutoConfiguration(after = AdkGatesAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.web.bind.annotation.RestController")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOff = "adk.gates.web.enabled")
public final class AdkGatesWebAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(GateDesk.class)
  static class Api {

    @Bean
    @ConditionalOnMissingBean
    GatesController adkGatesController(GateDesk desk, GateActors actors) {
      return new GatesController(desk, actors);
    }
  }
}
