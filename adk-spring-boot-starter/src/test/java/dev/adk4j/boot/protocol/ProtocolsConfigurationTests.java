package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.agui.RunController;
import dev.adk4j.web.internal.aisdk.ChatController;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** Which protocols are enabled, and for whom. */
@Timeout(120)
class ProtocolsConfigurationTests {

  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  AdkGatesAutoConfiguration.class,
                  AdkStoredTurnsAutoConfiguration.class,
                  AdkAutoConfiguration.class,
                  OwnConfigurations.named("stream.AdkStreamAutoConfiguration"),
                  OwnConfigurations.named("web.AdkWebAutoConfiguration"),
                  AdkProtocolsAutoConfiguration.class))
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack())
          .withPropertyValues("adk.client.system-prompt=Be brief.");

  private final WebApplicationContextRunner open =
      runner.withPropertyValues("adk.web.ai-sdk.path=/api/chat", "adk.web.ag-ui.path=/agui");

  @Test
  void opensNoProtocolByDefault() {
    runner.run(
        context ->
            assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(ChatController.class)
                .doesNotHaveBean(RunController.class)
                .doesNotHaveBean(ProtocolTurns.class));
  }

  @Test
  void opensTheProtocolWhosePathIsSet() {
    runner
        .withPropertyValues("adk.web.ag-ui.path=/agui", "adk.web.allow-anonymous=true")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(RunController.class)
                    .doesNotHaveBean(ChatController.class));
  }

  @Test
  void doesNotStartWhereNothingSaysWhoCalls() {
    String remedy = "adk.web.allow-anonymous=true";
    open.run(context -> assertThat(context).getFailure().hasStackTraceContaining(remedy));
    open.withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining(remedy));
  }

  @Test
  void startsWhereSomethingSaysWhoCalls() {
    for (WebApplicationContextRunner knowing :
        List.of(
            open.withBean("springSecurityFilterChain", Object.class, Object::new),
            open.withBean(WebScopeResolver.class, () -> request -> Optional.of(Scope.DEFAULT)),
            open.withBean(GateActors.class, PrincipalGateActors::new),
            open.withPropertyValues("adk.web.allow-anonymous=true"))) {
      knowing.run(
          context ->
              assertThat(context)
                  .hasNotFailed()
                  .hasSingleBean(ChatController.class)
                  .hasSingleBean(RunController.class));
    }
  }

  @Test
  void takesTheUserOfSpringSecurityInTheTenantOfTheResolver() {
    open.withBean("springSecurityFilterChain", Object.class, Object::new)
        .withBean(ScopeResolver.class, () -> raw -> Scope.of("acme", null, null))
        .run(
            context -> {
              WebScopeResolver scopes = context.getBean(WebScopeResolver.class);
              assertThat(scopes.resolve(new MockHttpServletRequest())).isEmpty();
              SecurityContextHolder.getContext()
                  .setAuthentication(new TestingAuthenticationToken("ann", "pw", "ROLE_USER"));
              try {
                assertThat(scopes.resolve(new MockHttpServletRequest()))
                    .contains(Scope.of("acme", "ann", null));
              } finally {
                SecurityContextHolder.clearContext();
              }
            });
  }

  @Test
  void sendsNoPushNotificationsWithoutTheClient() {
    runner
        .withPropertyValues(
            "adk.web.a2a.path=/a2a",
            "adk.web.a2a.push-hosts=hooks.example.com",
            "adk.web.allow-anonymous=true")
        .withClassLoader(new FilteredClassLoader("org.apache.hc.client5"))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("org.apache.httpcomponents.client5:httpclient5"));
  }

  @Test
  void worksWithoutGates() {
    open.withPropertyValues("adk.gates.enabled=false", "adk.web.allow-anonymous=true")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ChatController.class));
  }

  @Test
  void refusesPathsThatAreNone() {
    for (String path : List.of("api", "/", "/api/", "/{x}", "/a b", "/**")) {
      runner
          .withPropertyValues("adk.web.ai-sdk.path=" + path)
          .run(
              context ->
                  assertThat(context).getFailure().hasStackTraceContaining("adk.web.ai-sdk.path"));
    }
  }
}
