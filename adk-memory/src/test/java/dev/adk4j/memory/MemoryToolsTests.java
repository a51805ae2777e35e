package dev.adk4j.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MemoryToolsTests {

  private final FakeDispatch dispatch = new FakeDispatch();

  @Test
  void descriptionListsStoresWithDescription() {
    FakeStore described = new FakeStore("notes");
    described.description = "What the user wrote down";
    Tool tool = tool(MemoryManager.builder().store(described).store(new FakeStore("quiet")), 0);
    assertThat(tool.description())
        .contains("\n\nAvailable memory stores:\n- notes: What the user wrote down\n\n")
        .doesNotContain("quiet");
    Tool plain = tool(MemoryManager.builder().store(new FakeStore("quiet")), 0);
    assertThat(plain.description()).doesNotContain("stores:");
    Tool custom =
        tool(
            MemoryManager.builder()
                .store(described)
                .searchTool(new SearchToolSettings(true, "recall", "Looks it up.")),
            0);
    assertThat(custom.description())
        .startsWith("Looks it up.\n\nAvailable memory stores:\n- notes");
  }

  @Test
  void searchReturnsContentStoreAndMetadata() {
    FakeStore store = new FakeStore("notes");
    store.search =
        (query, options) ->
            List.of(
                MemoryEntry.builder("tea").id("secret-id").metadata(Map.of("k", 1)).build(),
                MemoryEntry.of("cake"));
    assertThat(search(store, "{'query':'drink'}"))
        .isEqualTo(
            "[{'content':'tea','storeName':'notes','metadata':{'k':1}},"
                + "{'content':'cake','storeName':'notes'}]");
    assertThat(store.options.getFirst().owner()).isEqualTo(new MemoryOwner("acme", "ann"));
  }

  @Test
  void nothingFoundIsAnEmptyList() {
    assertThat(search(new FakeStore("a"), "{'query':''}")).isEqualTo("[]");
  }

  @Test
  void limitsAndNullsForOptionalParameters() {
    FakeStore store = new FakeStore("a");
    search(store, "{'query':'x','maxSearchResults':7,'stores':null}");
    search(store, "{'query':'x','maxSearchResults':null,'stores':[]}");
    assertThat(store.options).extracting(o -> o.maxSearchResults()).containsExactly(7, 3);
  }

  @Test
  void badArgumentsAreRefusedAndNoOwnerCanBeNamed() {
    FakeStore store = new FakeStore("a");
    for (String args :
        List.of(
            "{}",
            "{'query':7}",
            "{'query':'x','maxSearchResults':0}",
            "{'query':'x','maxSearchResults':1.5}",
            "{'query':'x','owner':'bob'}",
            "{'query':'x','scope':{'subject':'bob'}}")) {
      assertThatThrownBy(() -> search(store, args))
          .as(args)
          .matches(e -> AdkException.is(e, AdkErrorCode.E_INVALID_TOOL_ARGS));
    }
    assertThat(store.queries).isEmpty();
  }

  @Test
  void madeUpStoreNamesAreLeftOutAsLongAsOneIsRight() {
    FakeStore a = FakeStore.finding("a", "1");
    FakeStore b = FakeStore.finding("b", "2");
    Tool tool = tool(MemoryManager.builder().store(a).store(b), 0);
    assertThat(call(tool, "{'query':'x','stores':['nope','b']}"))
        .isEqualTo("[{'content':'2','storeName':'b'}]");
    Throwable thrown = catchThrowable(() -> call(tool, "{'query':'x','stores':['nope','B']}"));
    assertThat(thrown.getCause())
        .matches(e -> AdkException.is(e, MemoryErrorCode.E_MEMORY_NO_STORE_IN_SCOPE))
        .hasMessageContaining("nope, B")
        .hasMessageContaining("Available: a, b.");
    assertThat(a.queries).isEmpty();
    assertThat(b.queries).hasSize(1);
  }

  @Test
  void addWritesEveryEntryToEveryStoreAndCountsEntries() {
    FakeStore.Facts a = new FakeStore.Facts("a");
    FakeStore.Facts b = new FakeStore.Facts("b");
    Tool tool = tool(MemoryManager.builder().store(a).store(b).addTool(AddToolSettings.ON), 1);
    assertThat(call(tool, "{'entries':['x','x','']}")).isEqualTo("{'stored':3}");
    assertThat(a.added).containsExactlyInAnyOrder("x", "x", "");
    assertThat(b.added).hasSize(3);
    assertThat(a.contexts)
        .allMatch(c -> c.origin() == MemoryWriteContext.Origin.TOOL)
        .allMatch(c -> new MemoryOwner("acme", "ann").equals(c.owner()))
        .allMatch(c -> dispatch.context().scope().conversation().equals(c.conversation()))
        .allMatch(c -> "turn-1".equals(c.turnId()));
  }

  @Test
  void addSaysHowManyEntriesFailedAndWhy() {
    FakeStore.Facts a = FakeStore.Facts.failing("a", "disk full");
    FakeStore.Facts b = FakeStore.Facts.failing("b", "locked");
    Tool tool = tool(MemoryManager.builder().store(a).store(b).addTool(AddToolSettings.ON), 1);
    Throwable thrown = catchThrowable(() -> call(tool, "{'entries':['x','y']}"));
    assertThat(thrown.getCause())
        .hasMessage("2 of 2 entries could not be stored: disk full; locked; disk full; locked")
        .isInstanceOfSatisfying(
            MemoryWriteException.class, e -> assertThat(e.failures()).hasSize(4));
  }

  @Test
  void readOnlyStoresAndThoseNotAllowedAreOutOfReach() {
    FakeStore.Facts a = new FakeStore.Facts("a");
    FakeStore.Facts b = new FakeStore.Facts("b");
    Tool tool =
        tool(
            MemoryManager.builder()
                .store(a)
                .store(b)
                .store(new FakeStore("r"))
                .addTool(AddToolSettings.ON.withStores(List.of("b"))),
            1);
    assertThatThrownBy(() -> call(tool, "{'entries':['x'],'stores':['a','r']}"))
        .cause()
        .hasMessageContaining("Available: b.");
    call(tool, "{'entries':['x']}");
    assertThat(a.added).isEmpty();
    assertThat(b.added).containsExactly("x");
  }

  @Test
  void flushAwaitsDetachedWrites() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    FakeStore.Facts a = new FakeStore.Facts("a");
    a.write = content -> release.await();
    MemoryManager manager =
        MemoryManager.builder()
            .store(a)
            .addTool(AddToolSettings.ON.withWaitForWrites(false))
            .build();
    assertThat(call(manager.getTools().get(1), "{'entries':['x']}")).isEqualTo("{'accepted':1}");
    Scope scope = Scope.of("tenant", "ann", "c");
    assertThat(manager.flush(Duration.ofMillis(1)).complete()).isFalse();
    assertThat(manager.flush(scope, Duration.ofMillis(1)).complete()).isFalse();
    release.countDown();
    assertThat(manager.flush(scope, Duration.ofSeconds(30)).complete()).isTrue();
    assertThat(a.added).containsExactly("x");
  }

  @Test
  void abortedTurnCancelsItsSearch() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    FakeStore store = FakeStore.hanging("a", asked, ended);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                asked.await();
                dispatch.abort.abort("enough");
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThatThrownBy(() -> search(store, "{'query':'x'}"))
        .hasRootCauseInstanceOf(dev.adk4j.abort.AbortException.class);
    ended.await();
  }

  @Test
  void detachedWriteOutlivesTurn() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    FakeStore.Facts store = new FakeStore.Facts("a");
    store.write =
        content -> {
          begun.countDown();
          release.await();
        };
    MemoryManager manager =
        MemoryManager.builder()
            .store(store)
            .addTool(AddToolSettings.ON.withWaitForWrites(false))
            .build();
    assertThat(call(manager.getTools().get(1), "{'entries':['tea']}")).isEqualTo("{'accepted':1}");
    begun.await();
    dispatch.abort.abort("enough");
    release.countDown();
    assertThat(manager.flush(Duration.ofSeconds(30)).complete()).isTrue();
    assertThat(store.added).containsExactly("tea");
  }

  private String search(FakeStore store, String args) {
    return call(tool(MemoryManager.builder().store(store), 0), args);
  }

  /** Of stores that are never too late. */
  private static Tool tool(MemoryManager.Builder builder, int index) {
    return builder.deadlines(new ManualDeadlines()).build().getTools().get(index);
  }

  private String call(Tool tool, String args) {
    return Turns.call(tool, dispatch.context(), args);
  }
}
