package dev.adk4j.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.internal.injection.MemoryInjectionMiddleware;
import dev.adk4j.memory.internal.injection.MemoryRefreshMiddleware;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.storage.FetchMemoriesCallback;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connects a manager with a runner. */
@Timeout(60)
class MemoryApplyToTests {

  private static final Scope ANN = new Scope("acme", "ann", "c1");

  private final TurnMiddleware trim = (ctx, next) -> next.proceed();
  private final DispatchMiddleware retry = (ctx, next) -> next.proceed();

  private static TurnRunner.Builder builder() {
    return TurnRunner.builder()
        .storage(new InMemoryStorageAdapter())
        .executor(
            (ctx, helpers) -> {
              ctx.storeMessage(Message.assistant("hello"));
              ctx.ack();
            });
  }

  private static FakeStore.Raw filtering(StoreExtractionSettings.MessageFilter filter) {
    FakeStore.Raw store = new FakeStore.Raw("raw");
    store.everyTurn();
    store.extraction = store.extraction.map(settings -> settings.withFilter(filter));
    return store;
  }

  @Test
  void insertsInjectionAfterInputAndBeforeTrimming() {
    MemoryManager manager =
        MemoryManager.builder()
            .store(filtering(StoreExtractionSettings.MessageFilter.DEFAULT))
            .build();
    HydrateTurn hydrate = HydrateTurn.builder().messages(20).build();
    AcceptInput accept = new AcceptInput();
    TurnRunner.Builder builder =
        builder()
            .turnInputPipeline(List.of(hydrate, accept, trim))
            .turnOutputPipeline(List.of(trim))
            .dispatchInputPipeline(List.of(retry));
    manager.applyTo(
        builder, InjectionSettings.builder().lifetime(InjectionSettings.Lifetime.CALL).build());

    builder.changeTurnInputPipeline(
        pipeline -> {
          assertThat(pipeline).hasSize(5);
          assertThat(pipeline.get(0)).isInstanceOf(MemoryHooks.Opening.class);
          assertThat(pipeline.subList(1, 3)).containsExactly(hydrate, accept);
          assertThat(pipeline.get(3)).isInstanceOf(MemoryInjectionMiddleware.class);
          assertThat(pipeline.get(4)).isSameAs(trim);
        });
    builder.changeDispatchInputPipeline(
        pipeline -> {
          assertThat(pipeline).hasSize(2).startsWith(retry);
          assertThat(pipeline.getLast()).isInstanceOf(MemoryRefreshMiddleware.class);
        });
    builder.changeTurnOutputPipeline(
        pipeline -> {
          assertThat(pipeline).hasSize(2).endsWith(trim);
          assertThat(pipeline.getFirst()).isInstanceOf(MemoryHooks.Closing.class);
        });
  }

  @Test
  void withoutKnownInputMemoriesAreLookedForLastAndNothingIsCapturedWithoutExtraction() {
    MemoryManager manager = MemoryManager.builder().store(new FakeStore("a")).build();
    TurnRunner.Builder builder = builder().turnInputPipeline(List.of(trim));
    manager.applyTo(builder);

    builder.changeTurnInputPipeline(
        pipeline -> {
          assertThat(pipeline).hasSize(2).startsWith(trim);
          assertThat(pipeline.getLast()).isInstanceOf(MemoryInjectionMiddleware.class);
        });
    builder.changeTurnOutputPipeline(pipeline -> assertThat(pipeline).isEmpty());
    builder.changeDispatchInputPipeline(pipeline -> assertThat(pipeline).isEmpty());
  }

  @Test
  void capturesKindsAcceptedByAnyStore() {
    FakeStore.Raw store = filtering(new StoreExtractionSettings.MessageFilter(Set.of()));
    MemoryManager manager =
        MemoryManager.builder().store(store).deadlines(new ManualDeadlines()).build();
    TurnRunner.Builder builder =
        builder()
            .executor(
                (ctx, helpers) -> {
                  if (ctx.iteration() == 0) {
                    ctx.storeThought(
                        Thought.builder()
                            .id("t")
                            .content("I search.")
                            .createdAt(ctx.clock().instant())
                            .updatedAt(ctx.clock().instant())
                            .build());
                    ToolCallRunner.run(
                        ctx, helpers, "search_memory", Json.read("{\"query\": \"tea\"}"));
                  } else {
                    ctx.storeMessage(Message.assistant("Green."));
                    ctx.ack();
                  }
                })
            .turnInputPipeline(List.of(new AcceptInput()));
    manager.applyTo(builder, InjectionSettings.OFF);
    builder.build().run(Turns.asking(ANN, "what tea?"));
    assertThat(manager.flush(ANN, Duration.ofSeconds(30)).complete()).isTrue();

    assertThat(store.batches.stream().flatMap(List::stream).toList())
        .extracting(message -> message.parts().getFirst().kind().name())
        .containsExactlyInAnyOrder("TEXT", "REASONING", "TOOL_USE", "TOOL_RESULT", "TEXT");
    assertThat(store.queries).containsExactly("tea");
  }

  @Test
  void twoWaysToTheSameStoresAreNoticed() {
    MemoryManager manager = MemoryManager.builder().store(new FakeStore.Facts("facts")).build();
    MemoryManager other = MemoryManager.builder().store(new FakeStore.Facts("facts")).build();
    MemoryStoreCallbacks glue =
        MemoryStoreCallbacks.of(manager, "facts", InjectionSettings.DEFAULT);

    assertThat(MemoryHooks.of(manager, InjectionSettings.DEFAULT).warnOfTwoWays(glue)).isTrue();
    assertThat(MemoryHooks.of(manager, InjectionSettings.OFF).warnOfTwoWays(glue)).isFalse();
    assertThat(MemoryHooks.of(other, InjectionSettings.DEFAULT).warnOfTwoWays(glue)).isFalse();
    FetchMemoriesCallback elsewhere = ctx -> List.of();
    assertThat(MemoryHooks.of(manager, InjectionSettings.DEFAULT).warnOfTwoWays(elsewhere))
        .isFalse();
  }
}
