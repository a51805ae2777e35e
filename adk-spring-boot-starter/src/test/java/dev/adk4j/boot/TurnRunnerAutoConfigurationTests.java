package dev.adk4j.boot;

import static dev.adk4j.boot.Starts.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnStart;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.test.Samples;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.Order;

@ExtendWith(OutputCaptureExtension.class)
class TurnRunnerAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(
              ScriptedExecutor.class,
              () -> ScriptedExecutor.of(Script.empty().think("hm").say("hello")));

  @Test
  void anAgentAnswersAndRemembers() {
    var context = runner.start();
    AgentClient client = context.getBean(AgentClient.class);
    client.conversation(SCOPE).send("first");
    assertThat(client.conversation(SCOPE).send("second").message().content()).isPresent();

    ScriptedExecutor executor = context.getBean(ScriptedExecutor.class);
    assertThat(executor.lastSeen().messages())
        .extracting(message -> message.content().orElseThrow().value())
        .containsExactly("first", "hello", "second");
  }

  @Test
  void sortsMiddlewareByInterfaceAnnotationAndOrder() {
    var context = runner.withUserConfiguration(Pipelines.class).start();
    var description = context.getBean(TurnRunner.class).describe();
    assertThat(description.turnInputPipeline())
        .containsExactly(
            Earliest.class.getName(),
            HydrateTurn.class.getName(),
            AcceptInput.class.getName(),
            Both.class.getName(),
            Plain.class.getName());
    assertThat(description.turnOutputPipeline())
        .containsExactly(Both.class.getName(), Outgoing.class.getName());
    assertThat(description.dispatchInputPipeline())
        .containsExactly(MaxIterations.class.getName(), PlainDispatch.class.getName());
    assertThat(description.dispatchOutputPipeline())
        .containsExactly(OutgoingDispatch.class.getName());
  }

  @Test
  void anAnnotationOfTheOtherKindOfMiddlewareIsRefused() {
    assertThat(runner.withUserConfiguration(WrongAnnotation.class).start())
        .getFailure()
        .rootCause()
        .hasMessage(
            "Bean 'confused' is annotated with @DispatchOutput, which is for a DispatchMiddleware, but it is a "
                + Plain.class.getName()
                + ". Use the annotation for its own kind.");
  }

  @Test
  void theStartersOwnMiddlewareCanBeSwitchedOff() {
    var context = runner.start("adk.turn.hydrate.enabled=false", "adk.turn.accept-input=false");
    var description = context.getBean(TurnRunner.class).describe();
    assertThat(description.turnInputPipeline()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", " 0", "00"})
  void zeroIterationsAreNoLimit(String none) {
    AtomicInteger iterations = new AtomicInteger();
    var context =
        ContextStarter.of(AdkAutoConfiguration.class)
            .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
            .withBean(
                DispatchExecutor.class,
                () ->
                    (ctx, helpers) -> {
                      if (iterations.incrementAndGet() == 30) {
                        ctx.ack();
                      }
                    })
            .start("adk.storage.noop=tools", "adk.dispatch.max-iterations=" + none);
    context.getBean(TurnRunner.class).run(raw());
    assertThat(iterations).hasValue(30);
  }

  @Test
  void theStartersOwnMiddlewareGivesWayToTheApplications() {
    HydrateTurn own = HydrateTurn.builder().messages(1).build();
    var context = runner.withBean("own", HydrateTurn.class, () -> own).start();
    assertThat(context).getBean(HydrateTurn.class).isSameAs(own);
  }

  @Test
  void aDispatchIsRefusedAfterTooManyIterations() {
    var context =
        runner.withUserConfiguration(Endless.class).start("adk.dispatch.max-iterations=3");
    List<Object> errors = new CopyOnWriteArrayList<>();
    TurnRunner turns = context.getBean(TurnRunner.class);
    turns.observe(dev.adk4j.event.TurnEvent.ERROR, errors::add);
    turns.run(raw());

    assertThat(errors).hasSize(1);
    assertThat(Endless.iterations).hasSize(3);
  }

  @Test
  void toolsAreBeansAndAnnotatedMethodsAndTheProvidersAreAskedByTheContext() {
    var context =
        runner
            .withBean("late", Tool.class, () -> tool("late"))
            .withBean(Arithmetic.class, Arithmetic::new)
            .withBean(ToolProvider.class, () -> ctx -> List.of(tool("provided")))
            .start();
    assertThat(context.getBean(TurnRunner.class).describe().tools())
        .containsExactly("late", "add", "subtract");
  }

  @Test
  void listenersAreBeansAndAnnotatedMethodsAndMayDependOnTheRunner() {
    var context = runner.withUserConfiguration(Listeners.class).start();
    context.getBean(TurnRunner.class).run(raw());

    assertThat(context.getBean(Heard.class).all)
        .containsExactlyInAnyOrder("method start", "bean end", "thought hm", "message hello");
  }

  @Test
  void listenersAndToolsBehindScopedProxiesAreFoundOnce() {
    var context = runner.withUserConfiguration(ScopedListener.class).start();
    context.getBean(TurnRunner.class).run(raw());

    assertThat(context.getBean(Heard.class).all)
        .containsExactlyInAnyOrder("public start", "bean end", "thought hm");
    var description = context.getBean(TurnRunner.class).describe();
    assertThat(description.tools()).containsExactly("add", "subtract");
    assertThat(description.turnOutputPipeline())
        .hasSize(2)
        .first()
        .isEqualTo(Outgoing.class.getName());
    assertThat(description.turnInputPipeline()).hasSize(2);
  }

  @Test
  void eachKindOfRecordIsLoadedUpToItsOwnLimit() throws Exception {
    InMemoryStorageAdapter stored = new InMemoryStorageAdapter();
    AgentContext scope = AgentContexts.forScope(SCOPE);
    for (int i = 0; i < 5; i++) {
      stored.storeMessage(scope, Samples.userMessage("message-" + i, "m"));
      stored.storeThought(scope, Samples.thought("thought-" + i, "t"));
      stored.storeToolCall(scope, Samples.toolCall("call-" + i, "tool", Map.of(), "done"));
      stored.storeMemory(scope, Samples.memory("memory-" + i, "m"));
      stored.storeRetrievable(scope, Samples.retrievable("retrievable-" + i, "r"));
    }
    stored.storeStandingInstruction(scope, Tokenizable.of("Be kind."));
    List<Integer> seen = new ArrayList<>();
    ContextStarter counting =
        ContextStarter.of(AdkAutoConfiguration.class)
            .withBean(StorageAdapter.class, () -> stored)
            .withBean(
                DispatchExecutor.class,
                () ->
                    (ctx, helpers) -> {
                      seen.add(ctx.turnMessages().snapshot().size());
                      seen.add(ctx.turnThoughts().snapshot().size());
                      seen.add(ctx.turnToolCalls().snapshot().size());
                      seen.add(ctx.turnMemories().snapshot().size());
                      seen.add(ctx.turnRetrievables().snapshot().size());
                      seen.add(ctx.standingInstructions().snapshot().size());
                      ctx.ack();
                    })
            .withPropertyValues(
                "adk.turn.hydrate.messages=1",
                "adk.turn.hydrate.thoughts=2",
                "adk.turn.hydrate.tool-calls=3",
                "adk.turn.hydrate.memories=4",
                "adk.turn.hydrate.retrievables=5");
    counting.run(context -> context.getBean(TurnRunner.class).run(raw()));
    counting
        .withPropertyValues(
            "adk.turn.hydrate.memories=0", "adk.turn.hydrate.standing-instructions=false")
        .run(context -> context.getBean(TurnRunner.class).run(raw()));

    assertThat(seen).containsExactly(1, 2, 3, 4, 5, 1, 1, 2, 3, 0, 5, 0);
  }

  @Test
  void reportsExceptionOfListenerMethod(CapturedOutput output) {
    var context = runner.withUserConfiguration(FailingListener.class).start();
    context.getBean(TurnRunner.class).run(raw());

    assertThat(output).contains("A listener of turnStart failed").contains("broken ear");
  }

  @Test
  void refusesListenerOfAmbiguousEvent() {
    assertThat(runner.withUserConfiguration(VagueListener.class).start())
        .getFailure()
        .rootCause()
        .hasMessage(
            "The method "
                + VagueListener.class.getName()
                + ".on takes a TurnStreamableContent, which is the payload of several events (message, thought)."
                + " Name the events, as in @TurnEventListener(\"message\").");
  }

  @Test
  void aListenerOfAnUnknownEventIsRefused() {
    assertThat(runner.withUserConfiguration(UnknownEventListener.class).start())
        .getFailure()
        .rootCause()
        .hasMessage(
            "The method "
                + UnknownEventListener.class.getName()
                + ".on names the event 'mesage', but with its payload it can only listen to message, thought.");
  }

  @Test
  void theScopeComesFromTheApplicationsResolver() {
    AtomicReference<Scope> seen = new AtomicReference<>();
    var context =
        runner
            .withBean(ScopeResolver.class, () -> raw -> SCOPE)
            .withBean("probe", TurnMiddleware.class, () -> probe(ctx -> seen.set(ctx.scope())))
            .start();
    context.getBean(TurnRunner.class).run(RawTurnContext.builder().systemPrompt("").build());

    assertThat(seen).hasValue(SCOPE);
  }

  @Test
  void severalRunnersComeFromTheBuilderAndCustomizersReachThemAll() {
    var context = runner.withUserConfiguration(TwoRunners.class).start();
    assertThat(context).hasNotFailed().doesNotHaveBean(AgentClient.class);
    assertThat(context.getBeansOfType(TurnRunner.class)).containsOnlyKeys("one", "two");
    assertThat(context.getBean("one", TurnRunner.class).describe().tools())
        .containsExactly("extra");
    assertThat(context.getBean("two", TurnRunner.class).describe().tools())
        .containsExactly("extra", "own");
  }

  @Test
  void everythingWorksLazily() {
    var context =
        runner
            .withUserConfiguration(Listeners.class)
            .withBean("late", Tool.class, () -> tool("late"))
            .withBean(Arithmetic.class, Arithmetic::new)
            .withBean(ToolProvider.class, () -> ctx -> List.of(tool("provided")))
            .withInitializer(
                lazy ->
                    lazy.addBeanFactoryPostProcessor(
                        new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
            .start();
    context.getBean(AgentClient.class).conversation(SCOPE).send("hi");

    assertThat(context.getBean(Heard.class).all).contains("method start", "bean end");
  }

  private static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("").scope(SCOPE).build();
  }

  private static TurnMiddleware probe(java.util.function.Consumer<TurnContext> look) {
    return (ctx, next) -> {
      look.accept(ctx);
      next.proceed();
    };
  }

  @Configuration(proxyBeanMethods = false)
  static class Endless {
    static final List<Integer> iterations = new ArrayList<>();

    @Bean
    @org.springframework.context.annotation.Primary
    DispatchExecutor endless() {
      iterations.clear();
      return (ctx, helpers) -> iterations.add(ctx.iteration());
    }
  }

  static class Plain implements TurnMiddleware {
    @Override
    public void handle(TurnContext ctx, Next next) {
      next.proceed();
    }
  }

  static class Outgoing extends Plain {}

  static class Both extends Plain {}

  static class Earliest extends Plain {}

  static class PlainDispatch implements DispatchMiddleware {
    @Override
    public void handle(DispatchContext ctx, Next next) {
      next.proceed();
    }
  }

  @DispatchOutput
  static class OutgoingDispatch extends PlainDispatch {}

  @Configuration(proxyBeanMethods = false)
  static class Pipelines {
    @Bean
    Plain plain() {
      return new Plain();
    }

    @Bean
    @TurnOutput
    Outgoing outgoing() {
      return new Outgoing();
    }

    @Bean
    @Order(5)
    @TurnInput
    @TurnOutput
    TurnMiddleware both() {
      return new Both();
    }

    @Bean
    @Order(-5000)
    TurnMiddleware earliest() {
      return new Earliest();
    }

    @Bean
    DispatchMiddleware plainDispatch() {
      return new PlainDispatch();
    }

    @Bean
    OutgoingDispatch outgoingDispatch() {
      return new OutgoingDispatch();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class WrongAnnotation {
    @Bean
    @DispatchOutput
    Plain confused() {
      return new Plain();
    }
  }

  static class Arithmetic {
    @AgentTool(description = "Adds two numbers.")
    String add(int a, int b) {
      return String.valueOf(a + b);
    }

    @AgentTool(description = "Subtracts a number from another.")
    String subtract(int a, int b) {
      return String.valueOf(a - b);
    }
  }

  static class Heard {
    final List<String> all = new CopyOnWriteArrayList<>();
  }

  @Configuration(proxyBeanMethods = false)
  static class Listeners {
    @Bean
    Heard heard() {
      return new Heard();
    }

    @Bean
    Methods methods(Heard heard, AgentClient client) {
      return new Methods(heard);
    }

    @Bean
    EventListener<TurnEnd> ends(Heard heard) {
      return end -> heard.all.add("bean end");
    }

    @Bean
    @TurnEventListener("thought")
    EventListener<TurnStreamableContent> thoughts(Heard heard) {
      return content -> heard.all.add("thought " + content.full());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class ScopedListener {
    @Bean
    Heard heard() {
      return new Heard();
    }

    @Bean
    @Prototype
    Open open(Heard heard) {
      return new Open(heard);
    }

    @Bean
    @Prototype
    Arithmetic arithmetic() {
      return new Arithmetic();
    }

    @Bean
    @Prototype
    EventListener<TurnEnd> ends(Heard heard) {
      return end -> heard.all.add("bean end");
    }

    @Bean
    @Prototype
    @TurnEventListener("thought")
    EventListener<TurnStreamableContent> thoughts(Heard heard) {
      return content -> heard.all.add("thought " + content.full());
    }

    @Bean
    @Prototype
    @TurnOutput
    @Order(2)
    TurnMiddleware late() {
      return new Plain();
    }

    @Bean
    @TurnOutput
    @Order(1)
    TurnMiddleware early() {
      return new Outgoing();
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @org.springframework.context.annotation.Scope(
      value = "prototype",
      proxyMode = ScopedProxyMode.TARGET_CLASS)
  @interface Prototype {}

  static class Open {
    private final Heard heard;

    Open(Heard heard) {
      this.heard = heard;
    }

    @TurnEventListener
    public void on(TurnStart start) {
      heard.all.add("public start");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class FailingListener {
    @TurnEventListener
    void on(TurnStart start) {
      throw new IllegalStateException("broken ear");
    }
  }

  record Methods(Heard heard) {

    @TurnEventListener
    void on(TurnStart start) {
      heard.all.add("method start");
    }

    @TurnEventListener("message")
    private void on(TurnStreamableContent message) {
      heard.all.add("message " + message.full());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class VagueListener {
    @TurnEventListener
    void on(TurnStreamableContent message) {}
  }

  @Configuration(proxyBeanMethods = false)
  static class UnknownEventListener {
    @TurnEventListener("mesage")
    void on(TurnStreamableContent message) {}
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoRunners {
    @Bean
    TurnRunner one(TurnRunner.Builder builder) {
      return builder.build();
    }

    @Bean
    TurnRunner two(ObjectProvider<TurnRunner.Builder> builder) {
      return builder.getObject().addTool(tool("own")).build();
    }

    @Bean
    TurnRunnerCustomizer extra() {
      return builder -> builder.addTool(tool("extra"));
    }
  }
}
