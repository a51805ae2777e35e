package dev.adk4j.memory;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.harness.Engine;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.memory.extraction.ModelExtractor;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MemoryManagerConfigTests {

  @Test
  void thereIsAtLeastOneStore() {
    refused(MemoryManager.builder(), "there is no memory store");
  }

  @Test
  void namesAreUniqueAndCaseMatters() {
    refused(with(new FakeStore("a"), new FakeStore("a")), "two stores are named 'a'");
    assertThat(with(new FakeStore("a"), new FakeStore("A")).build().storeNames())
        .containsExactly("a", "A");
  }

  @Test
  void rejectsBlankNameAndColon() {
    refused(with(new FakeStore(" ")), "must not be blank or contain a colon");
    refused(with(new FakeStore("a:b")), "'a:b'");
    refused(with(new FakeStore(null)), "named null");
  }

  @Test
  void rejectsWritableStoreWithoutWriteInterface() {
    FakeStore store = new FakeStore("a");
    store.writable = true;
    refused(with(store), "'a' is writable but accepts neither");
  }

  @Test
  void extractionNeedsAWritableStore() {
    FakeStore.Facts store = new FakeStore.Facts("a");
    store.writable = false;
    store.extraction = Optional.of(StoreExtractionSettings.DEFAULT);
    refused(with(store), "'a' is read-only and does not support extraction");
  }

  @Test
  void extractionNeedsATrigger() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    store.on();
    refused(with(store), "has no trigger");
  }

  @Test
  void rejectsExtractorForStoreWithoutAdd() {
    FakeStore.Raw store = new FakeStore.Raw("a");
    store.extraction =
        Optional.of(StoreExtractionSettings.DEFAULT.withExtractor((messages, ctx) -> List.of()));
    refused(with(store), "'a' has an extractor but accepts no single facts");
  }

  @Test
  void distillingFactsNeedsAModel() {
    FakeStore.Facts store = new FakeStore.Facts("a");
    store.extraction = Optional.of(StoreExtractionSettings.DEFAULT);
    refused(with(store), "needs a model");
    with(store).extractionModel((system, user) -> "[]").build().close();
    store.extraction =
        Optional.of(
            new StoreExtractionSettings(
                StoreExtractionSettings.DEFAULT.triggers(),
                ModelExtractor.of((system, user) -> "[]"),
                StoreExtractionSettings.MessageFilter.DEFAULT));
    with(store).build().close();
  }

  @Test
  void addToolRequiresAddableStore() {
    refused(with(new FakeStore("a")).addTool(AddToolSettings.ON), "no store is writable");
    refused(
        with(new FakeStore.Raw("a")).addTool(AddToolSettings.ON),
        "no store is writable and accepts single facts");
  }

  @Test
  void addToolRejectsUnwritableStores() {
    FakeStore readOnly = new FakeStore("r");
    MemoryManager.Builder builder =
        with(new FakeStore.Facts("a"), readOnly, new FakeStore.Raw("m"));
    refused(
        builder.addTool(AddToolSettings.ON.withStores(List.of("x"))), "'x', which does not exist");
    refused(
        builder.addTool(AddToolSettings.ON.withStores(List.of("r"))), "'r', which is read-only");
    refused(
        builder.addTool(AddToolSettings.ON.withStores(List.of("m"))),
        "'m', which accepts only whole messages");
    refused(builder.addTool(AddToolSettings.ON.withStores(List.of())), "empty list of stores");
    builder.addTool(AddToolSettings.ON.withStores(List.of("a", "a"))).build().close();
  }

  @Test
  void limitsAreAtLeastOne() {
    FakeStore store = new FakeStore("a");
    store.maxSearchResults = OptionalInt.of(0);
    refused(with(store), "maxSearchResults of the store 'a'");
    assertThatThrownBy(() -> new MemorySearchOptions(0, null)).isInstanceOf(AdkException.class);
  }

  @Test
  void toolNamesAreValidAndDoNotClash() {
    refused(
        with(new FakeStore("a")).searchTool(new SearchToolSettings(true, "search memory", null)),
        "'search memory'");
    refused(
        with(new FakeStore.Facts("a"))
            .searchTool(new SearchToolSettings(true, "my-memory", null))
            .addTool(new AddToolSettings(true, "my_memory", null, null, true)),
        "have the same name");
    FakeStore store = new FakeStore("a");
    store.tools = List.of(Engine.tool("search-memory", (args, ctx, meta) -> ToolOutput.text("")));
    refused(with(store), "'search_memory' and 'search-memory'");
  }

  @Test
  void toolsComeInOrderAndAreAlwaysTheSame() {
    FakeStore.Facts store = new FakeStore.Facts("a");
    store.tools = List.of(Engine.tool("forget_all", (args, ctx, meta) -> ToolOutput.text("")));
    MemoryManager manager = with(store).addTool(AddToolSettings.ON).build();
    assertThat(manager.getTools())
        .extracting(Tool::name)
        .containsExactly("search_memory", "add_memory", "forget_all");
    assertThat(manager.getTools().getFirst()).isSameAs(manager.getTools().getFirst());
  }

  @Test
  void rejectsOverridesOfUnknownStore() {
    refused(
        with(new FakeStore("a")).override("b", new StoreOverrides("x", null, null, null, null)),
        "'b', which does not exist");
    refused(
        with(new FakeStore("a")).override("a", new StoreOverrides(null, null, true, null, null)),
        "cannot make it writable");
  }

  @Test
  void initializationContinuesAtFailedStore() {
    List<String> calls = new java.util.ArrayList<>();
    FakeStore first = new FakeStore("a");
    first.init = () -> calls.add("a");
    FakeStore second = new FakeStore("b");
    boolean[] broken = {true};
    second.init =
        () -> {
          calls.add("b");
          if (broken[0]) {
            throw new java.io.IOException("no disk");
          }
        };
    FakeStore third = new FakeStore("c");
    third.init = () -> calls.add("c");
    MemoryManager manager = with(first, second, third).build();
    assertFails(MemoryErrorCode.E_MEMORY_STORE_INIT_FAILED, manager::initialize)
        .hasMessageContaining("'b'")
        .hasRootCauseMessage("no disk");
    broken[0] = false;
    manager.initialize();
    manager.initialize();
    assertThat(calls).containsExactly("a", "b", "b", "c");
  }

  private static MemoryManager.Builder with(FakeStore... stores) {
    return MemoryManager.builder().stores(List.of(stores));
  }

  private static void refused(MemoryManager.Builder builder, String text) {
    assertFails(MemoryErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG, builder::build)
        .hasMessageContaining(text);
  }
}
