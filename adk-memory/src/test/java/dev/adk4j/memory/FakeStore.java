package dev.adk4j.memory;

import static dev.adk4j.harness.Failures.raise;

import dev.adk4j.loop.Tool;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.MessageMemoryStore.AddMessagesContext;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A store that notes what it is asked and answers as a test says. */
public class FakeStore implements MemoryStore {

  public final List<String> queries = new CopyOnWriteArrayList<>();
  public final List<SearchOptions> options = new CopyOnWriteArrayList<>();
  public final String name;
  public Search search = (query, options) -> List.of();
  public boolean writable;
  public String description = "";
  public OptionalInt maxSearchResults = OptionalInt.empty();
  public Optional<StoreExtractionSettings> extraction = Optional.empty();
  public RelevanceScale scale = RelevanceScale.NONE;
  public List<Tool> tools = List.of();
  public Init init = () -> {};

  public FakeStore(String name) {
    this.name = name;
  }

  public interface Search {
    List<MemoryEntry> search(String query, SearchOptions options) throws Exception;
  }

  public interface Init {
    void run() throws Exception;
  }

  public static FakeStore finding(String name, String... contents) {
    FakeStore store = new FakeStore(name);
    store.search = (query, options) -> List.of(contents).stream().map(MemoryEntry::of).toList();
    return store;
  }

  /** Hangs in a search until it is interrupted, and says both. */
  public static FakeStore hanging(String name, CountDownLatch asked, CountDownLatch interrupted) {
    FakeStore store = new FakeStore(name);
    store.search =
        (query, options) -> {
          asked.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            interrupted.countDown();
          }
          return List.of();
        };
    return store;
  }

  /** Stores what every turn says, as it was said. */
  public static Raw everyTurn(String name) {
    Raw store = new Raw(name);
    store.everyTurn();
    return store;
  }

  public void everyTurn() {
    on(new ExtractionTrigger.InvocationTrigger());
  }

  public void everyTurn(Extractor extractor) {
    everyTurn();
    extraction = extraction.map(settings -> settings.withExtractor(extractor));
  }

  public void on(ExtractionTrigger... triggers) {
    extraction = Optional.of(StoreExtractionSettings.DEFAULT.withTriggers(triggers));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> description() {
    return Optional.of(description);
  }

  @Override
  public OptionalInt maxSearchResults() {
    return maxSearchResults;
  }

  @Override
  public boolean writable() {
    return writable;
  }

  @Override
  public Optional<StoreExtractionSettings> extraction() {
    return extraction;
  }

  @Override
  public RelevanceScale relevanceScale() {
    return scale;
  }

  @Override
  public List<Tool> getTools() {
    return tools;
  }

  @Override
  public void initialize() throws Exception {
    init.run();
  }

  @Override
  public List<MemoryEntry> search(String query, SearchOptions given) throws Exception {
    queries.add(query);
    options.add(given);
    return search.search(query, given);
  }

  /** Takes single facts. */
  public static class Facts extends FakeStore implements AddableMemoryStore {

    public final List<String> added = new CopyOnWriteArrayList<>();
    public final List<MemoryWriteContext> contexts = new CopyOnWriteArrayList<>();
    public final List<Map<String, Object>> metadata = new CopyOnWriteArrayList<>();
    public Write write = content -> {};

    public Facts(String name) {
      super(name);
      writable = true;
    }

    public interface Write {
      void write(String content) throws Exception;
    }

    public static Facts failing(String name, String message) {
      Facts store = new Facts(name);
      store.write = content -> raise(new IllegalStateException(message));
      return store;
    }

    @Override
    public Object add(String content, Map<String, Object> given, MemoryWriteContext context)
        throws Exception {
      write.write(content);
      added.add(content);
      metadata.add(given);
      contexts.add(context);
      return null;
    }
  }

  /** Takes messages as they were said. */
  public static class Raw extends FakeStore implements MessageMemoryStore {

    public final List<List<MemoryMessage>> batches = new CopyOnWriteArrayList<>();
    public final List<AddMessagesContext> contexts = new CopyOnWriteArrayList<>();
    public final List<Integer> attempts = new CopyOnWriteArrayList<>();
    public Take take = (messages, context) -> {};
    public volatile boolean down;

    public Raw(String name) {
      super(name);
      writable = true;
      extraction = Optional.of(StoreExtractionSettings.DEFAULT);
    }

    public interface Take {
      void take(List<MemoryMessage> messages, AddMessagesContext context) throws Exception;
    }

    @Override
    public Object addMessages(List<MemoryMessage> messages, AddMessagesContext context)
        throws Exception {
      attempts.add(messages.size());
      if (down) {
        throw new IOException("down");
      }
      take.take(messages, context);
      batches.add(messages);
      contexts.add(context);
      return "ignored";
    }

    public List<List<Long>> numbers() {
      List<List<Long>> numbers = new ArrayList<>();
      contexts.forEach(context -> numbers.add(context.sequenceNumbers()));
      return numbers;
    }
  }

  /** Holds facts until they are erased. */
  public static final class Erasable extends Facts implements MutableMemoryStore {

    public Init erase = added::clear;

    public Erasable(String name) {
      super(name);
    }

    /** Whose writes begin, and end with the release, as nothing can interrupt them. */
    public static Erasable slow(String name, CountDownLatch begun, CountDownLatch release) {
      Erasable store = new Erasable(name);
      store.write =
          content -> {
            begun.countDown();
            while (release.getCount() > 0) {
              try {
                release.await();
              } catch (InterruptedException e) {
                // A store that cannot be interrupted.
              }
            }
          };
      return store;
    }

    @Override
    public void update(
        String id, String content, Map<String, Object> metadata, MemoryWriteContext context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void delete(String id, MemoryWriteContext context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void forgetOwner(MemoryOwner owner) throws Exception {
      erase.run();
    }
  }

  /** Takes both. */
  public static class Both extends Raw implements AddableMemoryStore {

    public final List<String> added = new CopyOnWriteArrayList<>();

    public Both(String name) {
      super(name);
    }

    @Override
    public Object add(String content, Map<String, Object> given, MemoryWriteContext context) {
      added.add(content);
      return null;
    }
  }
}
