package dev.adk4j.boot.web.config;

import dev.adk4j.boot.AdkProperties;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.boot.web.EndpointGuard;
import dev.adk4j.boot.web.GuardedPath;
import dev.adk4j.boot.web.SealedCursors;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.OncePerRequestFilter;

/** The guard before the library's endpoints, and what they share. */
@AutoConfiguration
@ConditionalOnClass({Filter.class, OncePerRequestFilter.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
public final class AdkWebAutoConfiguration {

  /** Without an order, so behind every filter that authenticates. */
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
