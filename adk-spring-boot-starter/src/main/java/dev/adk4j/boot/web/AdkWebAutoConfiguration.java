package dev.adk4j.boot.web;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.SealedCursors;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.OncePerRequestFilter;

/** Auto-configuration of the guard in front of the library's endpoints. */
@AutoConfiguration
@ConditionalOnClass({Filter.class, OncePerRequestFilter.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkWebAutoConfiguration {

  /** The filter has no order, so it runs after every authentication filter. */
  @Bean
  EndpointGuard adkEndpointGuard(ObjectProvider<GuardedPath> paths, AdkProperties properties) {
    return new EndpointGuard(
        () -> paths.stream().toList(),
        (int) properties.web().maxBody().toBytes(),
        properties.web().challenge());
  }

  @Bean
  SealedCursors adkSealedCursors(AdkProperties properties) {
    return new SealedCursors(properties.web().cursorSecret());
  }
}
