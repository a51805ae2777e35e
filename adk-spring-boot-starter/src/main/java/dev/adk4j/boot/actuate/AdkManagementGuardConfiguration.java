package dev.adk4j.boot.actuate;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.GuardedPath;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Guard of a management server on a separate port. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnClass(Filter.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(GuardedPath.class)
final class AdkManagementGuardConfiguration {

  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  EndpointGuard adkManagementEndpointGuard(
      ObjectProvider<GuardedPath> paths, AdkProperties properties) {
    return new EndpointGuard(
        () -> paths.stream().toList(),
        (int) properties.web().maxBody().toBytes(),
        properties.web().challenge());
  }
}
