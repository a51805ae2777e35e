package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.client.AgentClient;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.ForgeToolsFilter;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.DeleteToolCallCallback;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.storage.StoreToolCallCallback;
import dev.adk4j.storage.ToolCallGroupReplacer;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.test.Samples;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;

@Timeout(300)
class TurnRunnerPartsTests {

  private final List<String> seen = new CopyOnWriteArrayList<>();

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(TaskExecutionAutoConfiguration.class, AdkAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new);

  @AfterEach
  void clear() {
    MDC.clear();
  }

  @Test
  void aStartedTurnHasTheLoggingContextOfItsCaller() throws Exception {
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  seen.add(MDC.get("request"));
                  ctx.ack();
                })
            .start();
    MDC.put("request", "r1");
    start(context.getBean(TurnRunner.class));

    assertThat(seen).containsExactly("r1");
  }

  @Test
  void theApplicationsDecoratorIsAppliedOnceToATurnAndToTheThreadsItStarts() {
    decorating(runner).run(context -> assertDecorated(context.getBean(TurnRunner.class)));
  }

  @Test
  void appliesDecoratorOnceWithTheApplicationsExecutorToo() throws Exception {
    var context =
        decorating(runner)
            .start(
                "spring.threads.virtual.enabled=true",
                "spring.task.execution.thread-name-prefix=of-the-application-");
    assertDecorated(context.getBean(TurnRunner.class));
    assertThat(seen.getFirst()).startsWith("of-the-application-");
  }

  @Test
  void nestsInstrumentationsInTheirOrderWithinOpenTurns() {
    var context =
        withExecutor((ctx, helpers) -> ctx.ack()).withUserConfiguration(Instruments.class).start();
    OpenTurns open = context.getBean(OpenTurns.class);
    context.getBean(Noted.class).look = () -> seen.add(open.all().size() + " open");
    context.getBean(TurnRunner.class).run(raw());

    assertThat(context.getBean(Noted.class).all)
        .containsExactly("outer begins", "inner begins", "inner ends", "outer ends");
    assertThat(seen).containsOnly("1 open");
  }

  @Test
  void customizersComeInTheirOrder() {
    var context =
        withExecutor((ctx, helpers) -> ctx.ack()).withUserConfiguration(Customizers.class).start();
    context.getBean(TurnRunner.class);
    assertThat(context.getBean(Noted.class).all).containsExactly("first", "second");
  }

  @Test
  void turnsHaveTheApplicationsClock() {
    Instant now = Instant.parse("2001-02-03T04:05:06Z");
    var context =
        withExecutor((ctx, helpers) -> ctx.ack())
            .withBean(InstantSource.class, () -> InstantSource.fixed(now))
            .start();
    TurnRunner turns = context.getBean(TurnRunner.class);
    turns.observe(TurnEvent.TURN_START, start -> seen.add(start.startedAt().toString()));
    turns.run(raw());

    assertThat(seen).containsExactly("2001-02-03T04:05:06Z");
  }

  @Test
  void clientHasPromptAndInstructionsOfProperties() {
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  seen.add(ctx.systemPrompt().value());
                  ctx.standingInstructions().snapshot().forEach(i -> seen.add(i.value()));
                  helpers.reportMessage("m", "yes", true);
                  ctx.ack();
                })
            .start(
                "adk.client.system-prompt=Be brief.", "adk.client.standing-instructions=Be kind.");
    context.getBean(AgentClient.class).conversation("ann", "c1").send("hello");

    assertThat(seen).containsExactly("Be brief.", "Be kind.");
  }

  @Test
  void spoolsToolResultsWithTheApplicationsPolicies() {
    withExecutor(
            ScriptedExecutor.of(Script.empty().callTool("echo", Map.of()).nextIteration().say("x")))
        .withBean(Tool.class, () -> Starts.tool("echo"))
        .withBean(
            SpoolStoreFactory.class,
            () ->
                scope -> {
                  seen.add("spooled for " + scope.conversation());
                  return SpoolStoreFactory.inMemory().forScope(scope);
                })
        .withBean(
            ForgeToolsFilter.class,
            () ->
                (forged, ctx) -> {
                  seen.add("narrowed");
                  return List.of();
                })
        .run(
            context -> {
              context.getBean(TurnRunner.class).run(raw());

              assertThat(seen).contains("spooled for c1", "narrowed");
            });
  }

  @Test
  void aGroupOfToolCallsIsReplacedByTheApplicationsReplacer() {
    var context =
        withExecutor(TurnRunnerPartsTests::replace)
            .withPrimary(
                "replacer",
                ToolCallGroupReplacer.class,
                () -> (ctx, ids, replacements) -> seen.add("replaced " + ids))
            .start();
    context.getBean(TurnRunner.class).run(raw());

    assertThat(seen).containsExactly("replaced [old]");
  }

  @Test
  void storageModuleReplacesItsToolCallsAtOnce() {
    withModule().run(context -> assertThat(keptByModule(context)).containsExactly("new"));
  }

  @Test
  void ignoresModulesReplacerForOptedOutToolCalls() {
    withModule()
        .withPropertyValues("adk.storage.noop=tool-calls")
        .run(context -> assertThat(keptByModule(context)).containsExactly("old"));
  }

  @Test
  void ignoresModulesReplacerForToolCallsOfTheApplication() {
    withModule()
        .withBean(StoreToolCallCallback.class, () -> (ctx, call) -> seen.add("stored " + call.id()))
        .withBean(DeleteToolCallCallback.class, () -> (ctx, id) -> seen.add("deleted " + id))
        .run(
            context -> {
              assertThat(keptByModule(context)).containsExactly("old");
              assertThat(seen).containsExactly("deleted old", "stored new");
            });
  }

  private ContextStarter withModule() {
    return ContextStarter.of(AdkAutoConfiguration.class)
        .withBean(DispatchExecutor.class, () -> TurnRunnerPartsTests::replace)
        .withFallback("module", InMemoryStorageAdapter.class, () -> new InMemoryStorageAdapter());
  }

  /** The ids of the tool calls there, of which one was there before. */
  private static List<String> keptByModule(ApplicationContext context) throws Exception {
    AgentContext scope = AgentContexts.forScope(Scope.conversation("c1"));
    InMemoryStorageAdapter module = context.getBean(InMemoryStorageAdapter.class);
    module.storeToolCall(scope, Samples.toolCall("old", "tool", Map.of(), "done"));
    context.getBean(TurnRunner.class).run(raw());
    return module.fetchToolCalls(scope).stream().map(ToolCall::id).toList();
  }

  private static void replace(DispatchContext ctx, DispatchExecutorHelpers helpers)
      throws Exception {
    ctx.replaceToolCallGroup(
        List.of("old"), List.of(Samples.toolCall("new", "tool", Map.of(), "done")));
    ctx.ack();
  }

  private ContextStarter decorating(ContextStarter plain) {
    ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
    return plain
        .withBean(
            TaskDecorator.class,
            () ->
                task ->
                    () -> {
                      depth.set(depth.get() + 1);
                      task.run();
                    })
        .withBean(
            DispatchExecutor.class,
            () ->
                (ctx, helpers) -> {
                  seen.add(Thread.currentThread().getName());
                  seen.add("turn " + depth.get());
                  Thread.ofVirtual()
                      .start(
                          ctx.instrumentation()
                              .propagate(() -> seen.add("its thread " + depth.get())))
                      .join();
                  ctx.ack();
                });
  }

  private void assertDecorated(TurnRunner turns) throws Exception {
    start(turns);
    assertThat(seen).hasSize(3).endsWith("turn 1", "its thread 1");
  }

  private ContextStarter withExecutor(DispatchExecutor executor) {
    return runner.withBean(DispatchExecutor.class, () -> executor);
  }

  private static void start(TurnRunner turns) throws Exception {
    assertThat(turns.start(raw()).join(Duration.ofMinutes(2))).isTrue();
  }

  private static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("").scope(Scope.conversation("c1")).build();
  }

  static class Noted {
    final List<String> all = new CopyOnWriteArrayList<>();
    Runnable look = () -> {};
  }

  /** Notes when a turn begins and ends. */
  record Noting(String name, Noted noted) implements Instrumentation {
    @Override
    public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
        throws Exception {
      if (!(operation instanceof Operation.Turn)) {
        return invocation.proceed();
      }
      note("begins");
      T result = invocation.proceed();
      note("ends");
      return result;
    }

    private void note(String what) {
      noted.all.add(name + " " + what);
      noted.look.run();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Instruments {
    @Bean
    Noted noted() {
      return new Noted();
    }

    @Bean
    @Order(2)
    Instrumentation inner(Noted noted) {
      return new Noting("inner", noted);
    }

    @Bean
    @Order(1)
    Instrumentation outer(Noted noted) {
      return new Noting("outer", noted);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Customizers {
    @Bean
    Noted noted() {
      return new Noted();
    }

    @Bean
    @Order(2)
    TurnRunnerCustomizer second(Noted noted) {
      return builder -> noted.all.add("second");
    }

    @Bean
    @Order(1)
    TurnRunnerCustomizer first(Noted noted) {
      return builder -> noted.all.add("first");
    }
  }
}
