package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.adk4j.boot.internal.callback.CallbackConfigurer;
import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.turn.TurnRunner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Calls methods of beans of all kinds, those that inject the agent included. */
class ToolsOfAnyBeanTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class)
          .withBean("storage", StorageAdapter.class, () -> new InMemoryStorageAdapter());

  private static ContextStarter calling(ContextStarter runner, String tool) {
    return runner.withBean(
        ScriptedExecutor.class,
        () ->
            ScriptedExecutor.of(
                Script.empty().callTool(tool, Map.of("number", "4711")).say("done")));
  }

  private static String result(AgentClient agent) throws Exception {
    List<ToolCall> calls = agent.send("Where is 4711?").toolCalls();
    assertThat(calls).hasSize(1);
    assertThat(calls.getFirst().isError()).as("%s", calls.getFirst().results()).isFalse();
    return ((ToolResults.Artifacts) calls.getFirst().results()).items().getFirst().asString();
  }

  @Test
  void recordThatInjectsTheAgentHasTools() {
    for (String lazy : List.of("false", "true")) {
      calling(runner, "find")
          .withPropertyValues("spring.main.lazy-initialization=" + lazy)
          .withInitializer(
              context -> {
                if (lazy.equals("true")) {
                  context.addBeanFactoryPostProcessor(
                      new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor());
                }
              })
          .withBean(Chat.class)
          .run(
              context -> {
                assertThat(context).hasNotFailed();
                assertThat(result(context.getBean(Chat.class).agent())).contains("order 4711");
              });
    }
  }

  @Test
  void beanOfAnInterfaceProxyIsCalledThroughIt() {
    calling(runner, "find")
        .withBean(Orders.class, InterfaceOrders::new)
        .withBean(InterfaceProxies.class)
        .run(
            context ->
                assertThat(result(context.getBean(AgentClient.class))).contains("proxied order"));
  }

  @Test
  void methodsThatAProxyDoesNotReachStopTheStart() {
    var context =
        calling(runner, "hidden").withBean(Private.class).withBean(ClassProxies.class).start();
    assertThat(context)
        .getFailure()
        .hasMessageContaining("has @AgentTool methods that cannot be tools")
        .hasMessageContaining("hidden: ");
  }

  @Test
  void toolsWithoutATimeOfTheirOwnGetThatOfTheProperty() {
    calling(runner, "find")
        .withBean(PlainOrders.class)
        .withBean("own", Tool.class, () -> own(Duration.ofSeconds(1)))
        .withPropertyValues("adk.tools.timeout=5s")
        .run(
            context ->
                assertThat(context.getBean(CallbackConfigurer.class).tools())
                    .extracting(Tool::name, tool -> tool.timeout().orElseThrow().toSeconds())
                    .containsExactly(tuple("own", 1L), tuple("find", 5L)));
    var context = calling(runner, "find").withBean(PlainOrders.class).start("adk.tools.timeout=0s");
    Starts.refused(context, "adk.tools.timeout", "longer than 0");
  }

  private static Tool own(Duration timeout) {
    return Starts.tool("own").toBuilder().timeout(timeout).build();
  }

  @Test
  void beanWithAScopeOfItsOwnIsRefused() {
    assertThat(calling(runner, "find").withUserConfiguration(PrototypeTools.class).start())
        .getFailure()
        .rootCause()
        .hasMessageContaining("The bean 'orders'")
        .hasMessageContaining("its scope is 'prototype'")
        .hasMessageContaining("proxyMode");
  }

  @Test
  void methodsThatTheDeclarationHidesStopTheStart() {
    var context =
        calling(runner, "find")
            .withBean("orders", PlainOrders.class, () -> new MoreOrders())
            .start();
    assertThat(context)
        .getFailure()
        .hasMessageContaining("more: is not found, because the bean is declared as")
        .hasMessageContaining("declare it as " + MoreOrders.class.getName());
  }

  @Test
  void toolsAreKnownBeforeTheirBeanIsCreated() {
    var context = calling(runner, "find").withBean(Chat.class).start();
    assertThat(context.getBean(TurnRunner.class).describe().tools()).containsExactly("find");
  }

  record Chat(AgentClient agent) {
    @AgentTool("Finds an order.")
    String find(String number) {
      return "order " + number;
    }
  }

  interface Orders {
    @AgentTool("Finds an order.")
    String find(String number);
  }

  static class InterfaceOrders implements Orders {
    @Override
    public String find(String number) {
      return "order " + number;
    }
  }

  static class PlainOrders {
    @AgentTool("Finds an order.")
    String find(String number) {
      return "order " + number;
    }
  }

  static class MoreOrders extends PlainOrders {
    @AgentTool("Finds more.")
    String more(String number) {
      return "more " + number;
    }
  }

  static class Private {
    @AgentTool("Cannot be reached.")
    private String hidden(String number) {
      return number;
    }
  }

  static class InterfaceProxies implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
      if (!(bean instanceof Orders)) {
        return bean;
      }
      ProxyFactory proxy = new ProxyFactory(bean);
      proxy.addAdvice((MethodInterceptor) call -> "proxied " + call.proceed());
      return proxy.getProxy();
    }
  }

  static class ClassProxies implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
      if (!(bean instanceof Private)) {
        return bean;
      }
      ProxyFactory proxy = new ProxyFactory(bean);
      proxy.setProxyTargetClass(true);
      return proxy.getProxy();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class PrototypeTools {
    @Bean
    @Scope("prototype")
    PlainOrders orders() {
      return new PlainOrders();
    }
  }
}
