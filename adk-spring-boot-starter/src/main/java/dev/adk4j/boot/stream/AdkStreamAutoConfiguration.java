package dev.adk4j.boot.stream;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.web.internal.AdkProblemResolver;
import dev.adk4j.web.internal.AgentStreamHandler;
import dev.adk4j.web.stream.TurnEventStream;
import dev.adk4j.web.stream.TurnEvents;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Auto-configuration of turns as streams of events, and over HTTP if there is Spring MVC. */
@AutoConfiguration(afterName = "dev.adk4j.boot.AdkAutoConfiguration")
@ConditionalOnSingleCandidate(TurnRunner.class)
final class AdkStreamAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  TurnEvents adkTurnEvents(
      TurnRunner runner,
      AdkProperties properties,
      ObjectProvider<InstantSource> clock,
      ObjectProvider<RequestLimits> limits,
      ObjectProvider<TurnLog> stored,
      ObjectProvider<TurnStore> turns) {
    return new TurnEvents(
        runner,
        properties.stream().options(),
        clock.getIfAvailable(InstantSource::system),
        properties.turn().inputLimit(),
        limits.getIfAvailable(RequestLimits::none),
        stored.getIfAvailable(),
        turns.getIfAvailable());
  }

  /** Runs before the queue starts, even if beans are lazy. */
  @Bean
  static SmartInitializingSingleton adkStoredTurnEvents(
      ObjectProvider<TurnLog> stored,
      ObjectProvider<TurnEvents> events,
      ObjectProvider<AgentRegistry> turns) {
    return () -> {
      if (stored.getIfAvailable() != null) {
        turns.ifAvailable(
            all ->
                all.unfinished(events.getObject()::unfinished)
                    .beforeContinued(events.getObject()::store));
      }
    };
  }

  /** In a separate class, because {@code SseEmitter} requires Spring MVC. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(SseEmitter.class)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class Sse {

    @Bean
    @ConditionalOnMissingBean
    TurnEventStream adkTurnEventStream(TurnEvents events) {
      return new TurnEventStream(events);
    }

    /** Changes the adapter when it is created, even if beans are lazy. */
    @Bean
    static BeanPostProcessor adkAgentStreamHandlers(ObjectProvider<TurnEventStream> stream) {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          if (bean instanceof RequestMappingHandlerAdapter adapter) {
            AgentStreamHandler.addTo(adapter, stream::getObject);
          }
          return bean;
        }
      };
    }

    @Bean
    @ConditionalOnSwitch(defaultOn = "adk.web.problem-details")
    WebMvcConfigurer adkProblemDetails(AdkProperties properties) {
      return new WebMvcConfigurer() {
        @Override
        public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
          AdkProblemResolver.addTo(resolvers, properties.web().challenge());
        }
      };
    }

    /**
     * Wraps all filters except the one that observes requests, which sees the error and the status.
     */
    @Bean
    @ConditionalOnSwitch(defaultOn = "adk.web.problem-details")
    FilterRegistrationBean<Filter> adkFilterProblemDetails(AdkProperties properties) {
      var registration =
          new FilterRegistrationBean<>(AdkProblemResolver.filter(properties.web().challenge()));
      registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
      registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
      return registration;
    }
  }
}
