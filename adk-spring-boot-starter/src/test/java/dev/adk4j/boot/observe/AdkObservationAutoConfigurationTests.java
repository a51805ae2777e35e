package dev.adk4j.boot.observe;

import static dev.adk4j.boot.Starts.count;
import static dev.adk4j.boot.Starts.total;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.Starts;
import dev.adk4j.boot.internal.observe.AdkObservation;
import dev.adk4j.client.AgentClient;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.LogLevel;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.observation.ChatModelMeterObservationHandler;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;

class AdkObservationAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              MetricsAutoConfiguration.class,
              ObservationAutoConfiguration.class,
              AdkAutoConfiguration.class,
              AdkObservationAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean("echo", Tool.class, AdkObservationAutoConfigurationTests::echo);

  @Test
  void everyPartOfATurnIsObservedInsideTheOthers() {
    var context =
        withExecutor(
                ScriptedExecutor.of(
                    Script.empty()
                        .callTool("echo", Map.of("text", "quiz"))
                        .nextIteration()
                        .say("secret answer")))
            .start();
    context.getBean(AgentClient.class).conversation(SCOPE).send("secret question");

    Recorder recorder = context.getBean(Recorder.class);
    assertThat(recorder.names())
        .contains("adk.turn", "adk.dispatch", "adk.iteration", "adk.tool", "adk.storage");
    assertThat(parent(recorder.one("adk.dispatch"))).isEqualTo("adk.turn");
    assertThat(parent(recorder.one("adk.tool"))).isEqualTo("adk.iteration");
    Observation.Context turn = recorder.one("adk.turn");
    assertThat(turn.getContextualName()).isEqualTo("invoke_agent agent");
    assertThat(low(turn))
        .containsEntry("gen_ai.operation.name", "invoke_agent")
        .containsEntry("gen_ai.agent.name", "agent")
        .containsEntry("adk.outcome", "completed");
    assertThat(high(turn))
        .containsEntry("gen_ai.conversation.id", "c1")
        .containsEntry("gen_ai.agent.id", "agent")
        .doesNotContainKey("gen_ai.agent.version")
        .containsKey("adk.turn.id");
    Observation.Context tool = recorder.one("adk.tool");
    assertThat(tool.getContextualName()).isEqualTo("execute_tool echo");
    assertThat(low(tool))
        .containsEntry("gen_ai.operation.name", "execute_tool")
        .containsEntry("gen_ai.tool.name", "echo");
    assertThat(low(recorder.one("adk.dispatch"))).containsEntry("adk.status", "ack");
    assertThat(recorder.all("adk.storage"))
        .extracting(c -> low(c).get("adk.callback"))
        .contains("fetchMessages", "storeMessage", "flush");
    // letters that are in no id: those are hexadecimal
    assertThat(recorder.everything()).doesNotContain("secret").doesNotContain("quiz");
  }

  @Test
  void spansHaveContentIfIncluded() {
    var context =
        withExecutor(
                ScriptedExecutor.of(
                    Script.empty()
                        .callTool("echo", Map.of("text", "abc"))
                        .nextIteration()
                        .think("the thought")
                        .say("the answer")))
            .start("adk.observations.include-content=true");
    context.getBean(AgentClient.class).conversation(SCOPE).send("the question");

    Recorder recorder = context.getBean(Recorder.class);
    assertThat(high(recorder.one("adk.turn")))
        .containsEntry("gen_ai.input.messages", "the question")
        .containsEntry("gen_ai.output.messages", "the answer");
    assertThat(high(recorder.one("adk.tool")))
        .containsEntry("gen_ai.tool.call.arguments", "{\"text\":\"abc\"}");
    assertThat(low(recorder.one("adk.turn")).values()).noneMatch(v -> v.contains("the "));
  }

  @Test
  void failedTurnHasItsError() {
    Recorder recorder =
        recorded(
            (ctx, helpers) -> {
              throw new IllegalStateException("no");
            });

    assertThat(low(recorder.one("adk.turn"))).containsEntry("adk.outcome", "failed");
    assertThat(recorder.one("adk.turn").getError()).hasRootCauseMessage("no");
    assertThat(low(recorder.one("adk.dispatch"))).containsEntry("adk.status", "nack");
  }

  @Test
  void aGenerationsIterationHasTheNamesOfTheConventionsAndOthersHaveTheSameKeys() {
    Recorder recorder =
        recorded(
            (ctx, helpers) -> {
              if (ctx.iteration() == 0) {
                return;
              }
              helpers.reportGenerationStats(
                  GenerationStats.builder()
                      .provider("openai")
                      .model("m1")
                      .promptTokens(7L)
                      .completionTokens(3L)
                      .cacheReadTokens(5L)
                      .cacheWriteTokens(1L)
                      .reasoningTokens(2L)
                      .finishReason("stop")
                      .build());
              ctx.ack();
            });

    List<Observation.Context> iterations = recorder.all("adk.iteration");
    assertThat(low(iterations.getFirst()))
        .containsEntry("gen_ai.operation.name", "none")
        .containsEntry("gen_ai.provider.name", "none")
        .containsEntry("gen_ai.response.model", "none");
    Observation.Context generation = iterations.getLast();
    assertThat(generation.getContextualName()).isEqualTo("chat m1");
    assertThat(low(generation))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "gen_ai.operation.name", "chat",
                "gen_ai.provider.name", "openai",
                "gen_ai.response.model", "m1"));
    assertThat(high(generation))
        .containsEntry("gen_ai.usage.input_tokens", "7")
        .containsEntry("gen_ai.usage.output_tokens", "3")
        .containsEntry("gen_ai.usage.cache_read.input_tokens", "5")
        .containsEntry("gen_ai.usage.cache_creation.input_tokens", "1")
        .containsEntry("gen_ai.usage.reasoning.output_tokens", "2")
        .containsEntry("gen_ai.response.finish_reasons", "stop");
  }

  @Test
  void gatesShowTheirResults() {
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  ctx.waitFor(GateRequest.of("g0", "tool_approval", null));
                  catchThrowable(
                      () ->
                          ctx.waitFor(
                              GateRequest.of("g1", "late", null).timeout(Duration.ofMillis(1))));
                  catchThrowable(() -> ctx.waitFor(GateRequest.of("g2", "aborted", null)));
                  catchThrowable(() -> ctx.waitFor(GateRequest.of("g3", "rejected", null)));
                  ctx.ack();
                })
            .start();
    TurnRunner turns = context.getBean(TurnRunner.class);
    turns.observe(
        dev.adk4j.event.TurnEvent.TURN_GATE_OPEN,
        gate -> {
          if (gate.reason().equals("aborted")) {
            gate.abort();
          } else if (gate.reason().equals("rejected")) {
            gate.reject(new IllegalStateException("no"));
          } else if (gate.reason().equals("tool_approval")) {
            gate.resolve(null);
          }
        });
    turns.run(raw());

    assertThat(context.getBean(Recorder.class).all("adk.gate"))
        .extracting(c -> low(c).get("adk.gate.result") + " " + high(c).get("adk.gate.reason"))
        .containsExactly(
            "resolved tool_approval", "timeout late", "aborted aborted", "rejected rejected");
  }

  @Test
  void abortedTurnIsNoError() {
    Recorder recorder = recorded(ScriptedExecutor.of(Script.empty().abort("enough")));

    assertThat(low(recorder.one("adk.turn"))).containsEntry("adk.outcome", "aborted");
    assertThat(low(recorder.one("adk.dispatch"))).containsEntry("adk.status", "aborted");
    assertThat(recorder.one("adk.turn").getError()).isNull();
  }

  @Test
  void anIterationWithoutAGenerationHasNothingOfTheOneBefore() {
    Recorder recorder =
        recorded(
            (ctx, helpers) -> {
              if (ctx.iteration() == 0) {
                helpers.reportGenerationStats(GenerationStats.tokens("m1", 7, 3));
                helpers.reportGenerationStats(GenerationStats.tokens("m1", 5, 2));
                return;
              }
              ctx.ack();
            });

    List<Observation.Context> iterations = recorder.all("adk.iteration");
    assertThat(high(iterations.getFirst()))
        .containsEntry("gen_ai.usage.input_tokens", "12")
        .containsEntry("gen_ai.usage.output_tokens", "5");
    assertThat(low(iterations.getLast())).containsEntry("gen_ai.operation.name", "none");
    assertThat(high(iterations.getLast())).doesNotContainKey("gen_ai.usage.input_tokens");
  }

  @Test
  void failedToolHasItsError() {
    var context =
        withExecutor(ScriptedExecutor.of(Script.empty().callTool("broken", Map.of()).ack()))
            .withBean(
                "broken",
                Tool.class,
                () ->
                    Starts.tool(
                        "broken",
                        (args, ctx, meta) -> {
                          throw new IllegalStateException("broken");
                        }))
            .start();
    context.getBean(TurnRunner.class).run(raw());

    assertThat(context.getBean(Recorder.class).one("adk.tool").getError()).hasMessage("broken");
  }

  @Test
  void successfulToolCallsAreNoErrors() {
    var context =
        withExecutor(
                ScriptedExecutor.of(
                    Script.empty()
                        .callTool("echo", Map.of("text", "abc"))
                        .callMissingTool("no_such_tool", Map.of())
                        .ack()))
            .start();
    context.getBean(TurnRunner.class).run(raw());

    assertThat(count(context.getBean(MeterRegistry.class), "adk.tool.call.errors")).isEqualTo(1);
  }

  @Test
  void metersCountFetchedRecordsAndOpenTurns() {
    AtomicReference<MeterRegistry> meters = new AtomicReference<>();
    List<Double> open = new CopyOnWriteArrayList<>();
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  open.add(meters.get().get("adk.turns.open").gauge().value());
                  helpers.reportMessage("m", "answer", true);
                  ctx.ack();
                })
            .start();
    meters.set(context.getBean(MeterRegistry.class));
    AgentClient client = context.getBean(AgentClient.class);
    client.conversation(SCOPE).send("one");
    client.conversation(SCOPE).send("two");

    assertThat(total(meters.get(), "adk.storage.rows", "adk.callback", "fetchMessages"))
        .as("none, then the first question")
        .isEqualTo(1);
    assertThat(open).containsExactly(1.0, 1.0);
  }

  @Test
  void metersCountTokensIterationsAndRows() {
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  helpers.reportGenerationStats(GenerationStats.tokens("m1", 7, 3));
                  ctx.ack();
                })
            .start();
    context.getBean(TurnRunner.class).run(raw());

    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertThat(total(meters, "adk.tokens", "gen_ai.token.type", "input")).isEqualTo(7);
    assertThat(
            total(
                meters, "adk.tokens", "gen_ai.response.model", "m1", "gen_ai.token.type", "output"))
        .isEqualTo(3);
    assertThat(meters.get("adk.iterations").tag("adk.status", "ack").summary().count())
        .isEqualTo(1);
    assertThat(count(meters, "adk.storage.rows", "adk.callback", "fetchMessages")).isEqualTo(1);
    assertThat(meters.get("adk.turns.open").gauge().value()).isZero();
    assertThat(meters.get("adk.turn").tag("adk.outcome", "completed").timer().count()).isEqualTo(1);
    assertThat(count(meters, "adk.storage", "adk.callback", "fetchMessages")).isEqualTo(1);
  }

  @Test
  void namesTheAgentItsIdAndItsVersion() {
    var context =
        withExecutor(ScriptedExecutor.saying("x"))
            .start("spring.application.name=shop", "spring.application.version=1.2");
    context.getBean(AgentClient.class).toBuilder().name("clerk").build().ask("q");
    context.getBean(TurnRunner.class).run(raw());

    List<Observation.Context> turns = context.getBean(Recorder.class).all("adk.turn");
    assertThat(turns.getFirst().getContextualName()).isEqualTo("invoke_agent clerk");
    assertThat(low(turns.getFirst())).containsEntry("gen_ai.agent.name", "clerk");
    assertThat(high(turns.getFirst()))
        .containsEntry("gen_ai.agent.id", "shop:clerk")
        .containsEntry("gen_ai.agent.version", "1.2");
    assertThat(turns.getLast().getContextualName()).isEqualTo("invoke_agent");
    assertThat(low(turns.getLast())).containsEntry("gen_ai.agent.name", "none");
    assertThat(high(turns.getLast())).doesNotContainKey("gen_ai.agent.id");
  }

  private static final GenerationStats CACHED =
      GenerationStats.builder()
          .provider("openai")
          .model("m1")
          .promptTokens(2000L)
          .completionTokens(30L)
          .cacheReadTokens(1024L)
          .cacheWriteTokens(512L)
          .reasoningTokens(20L)
          .build();

  private static final DispatchExecutor CACHING =
      (ctx, helpers) -> {
        helpers.reportGenerationStats(CACHED);
        helpers.reportMessage("m", "x", true);
        ctx.ack();
      };

  @Test
  void metersCountCachedAndReasoningTokensOfEachAgent() {
    var context = withExecutor(CACHING).start();
    context.getBean(AgentClient.class).ask("q");

    MeterRegistry meters = context.getBean(MeterRegistry.class);
    Map.of(
            "adk.tokens.cache.read", 1024.0,
            "adk.tokens.cache.write", 512.0,
            "adk.tokens.reasoning", 20.0)
        .forEach(
            (name, tokens) ->
                assertThat(
                        total(
                            meters,
                            name,
                            "gen_ai.provider.name",
                            "openai",
                            "gen_ai.response.model",
                            "m1",
                            "gen_ai.agent.name",
                            "agent"))
                    .isEqualTo(tokens));
    assertThat(
            total(
                meters,
                "gen_ai.client.token.usage",
                "gen_ai.token.type",
                "input",
                "gen_ai.operation.name",
                "chat",
                "gen_ai.agent.name",
                "agent"))
        .isEqualTo(2000);
  }

  @Test
  void leavesTheCounterOfSpringAiAlone() {
    var context =
        withExecutor(CACHING)
            .withBean(
                ChatModelMeterObservationHandler.class,
                () -> new ChatModelMeterObservationHandler(new SimpleMeterRegistry()))
            .start();
    context.getBean(AgentClient.class).ask("q");

    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertThat(meters.find("gen_ai.client.token.usage").meters()).isEmpty();
    assertThat(meters.find("adk.tokens").meters()).hasSize(2);
  }

  @Test
  void everyKeyIsDocumented() {
    withExecutor(
            ScriptedExecutor.of(
                Script.empty().callTool("echo", Map.of("text", "abc")).nextIteration().say("x")))
        .run(
            context -> {
              context.getBean(AgentClient.class).conversation(SCOPE).send("q");

              for (Observation.Context seen : context.getBean(Recorder.class).contexts) {
                AdkObservation documented =
                    List.of(AdkObservation.values()).stream()
                        .filter(o -> o.getName().equals(seen.getName()))
                        .findFirst()
                        .orElseThrow();
                assertThat(low(seen).keySet())
                    .isSubsetOf(
                        List.of(documented.getLowCardinalityKeyNames()).stream()
                            .map(k -> k.asString())
                            .toList());
                assertThat(high(seen).keySet())
                    .isSubsetOf(
                        List.of(documented.getHighCardinalityKeyNames()).stream()
                            .map(k -> k.asString())
                            .toList());
              }
            });
  }

  @Test
  void canBeSwitchedOff() {
    withExecutor(ScriptedExecutor.saying("x"))
        .withPropertyValues("adk.observations.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(ObservingInstrumentation.class));
  }

  @Test
  void startsWithoutMicrometer() {
    ContextStarter.of(AdkAutoConfiguration.class, AdkObservationAutoConfiguration.class)
        .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
        .withBean("echo", Tool.class, AdkObservationAutoConfigurationTests::echo)
        .withBean(DispatchExecutor.class, () -> ScriptedExecutor.saying("x"))
        .withClassLoader(new FilteredClassLoader("io.micrometer"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Instrumentation.class));
  }

  @Test
  void unknownRetryReasonsShareOneMeter() {
    var context =
        withExecutor(
                (ctx, helpers) -> {
                  for (String reason : List.of("status", "the user asked for it", "4711")) {
                    helpers.log().log(
                        LogLevel.WARN, "retry-attempt", "again", Map.of("reason", reason));
                  }
                  ctx.ack();
                })
            .start();
    context.getBean(TurnRunner.class).run(raw());

    assertThat(context.getBean(MeterRegistry.class).get("adk.llm.retries").counters())
        .extracting(counter -> counter.getId().getTag("adk.llm.reason"))
        .containsExactlyInAnyOrder("status", "other");
  }

  /** Returns what was observed of a turn. */
  private Recorder recorded(DispatchExecutor executor) {
    var context = withExecutor(executor).start();
    context.getBean(TurnRunner.class).run(raw());
    return context.getBean(Recorder.class);
  }

  private ContextStarter withExecutor(DispatchExecutor executor) {
    return runner
        .withBean(Recorder.class, Recorder::new)
        .withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
        .withBean("executor", DispatchExecutor.class, () -> executor);
  }

  private static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("").scope(SCOPE).build();
  }

  private static String parent(Observation.Context context) {
    return context.getParentObservation().getContextView().getName();
  }

  private static Map<String, String> low(Observation.Context context) {
    return map(context.getLowCardinalityKeyValues());
  }

  private static Map<String, String> high(Observation.Context context) {
    return map(context.getHighCardinalityKeyValues());
  }

  private static Map<String, String> map(Iterable<KeyValue> keyValues) {
    return java.util.stream.StreamSupport.stream(keyValues.spliterator(), false)
        .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
  }

  static class Recorder implements ObservationHandler<Observation.Context> {
    final List<Observation.Context> contexts = new CopyOnWriteArrayList<>();

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }

    @Override
    public void onStop(Observation.Context context) {
      contexts.add(context);
    }

    List<String> names() {
      return contexts.stream().map(Observation.Context::getName).toList();
    }

    List<Observation.Context> all(String name) {
      return contexts.stream().filter(c -> c.getName().equals(name)).toList();
    }

    Observation.Context one(String name) {
      assertThat(all(name)).hasSize(1);
      return all(name).getFirst();
    }

    String everything() {
      return contexts.stream()
          .map(c -> low(c) + " " + high(c) + " " + c.getContextualName())
          .collect(Collectors.joining());
    }
  }

  private static Tool echo() {
    return Tool.builder("echo")
        .description("Says it again.")
        .inputSchema("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}")
        .handler((args, ctx, meta) -> ToolOutput.text(args.path("text").asString()))
        .build();
  }
}
