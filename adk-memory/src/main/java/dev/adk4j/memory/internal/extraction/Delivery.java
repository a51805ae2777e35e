package dev.adk4j.memory.internal.extraction;

import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.call.TimedCalls;
import dev.adk4j.memory.journal.ExtractionJournal.StagedFact;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.Extractor.ExtractionContext;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MessageMemoryStore.AddMessagesContext;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Delivers a batch to a store, as messages or as facts. */
record Delivery(ExtractionTarget.Route route, TimedCalls calls, ExtractionCoordinator.Parts parts) {

  /** Returns the extractor's type; null if whole messages are delivered. */
  @Nullable String extractor() {
    return extracts() ? facts().extractor().getClass().getSimpleName() : null;
  }

  /** Returns true if facts are extracted from messages. */
  boolean extracts() {
    return route instanceof ExtractionTarget.Route.Facts;
  }

  /** Delivers the batch and returns the number of entries. Throws on any failure. */
  int deliver(Batch batch) throws Exception {
    return switch (route) {
      case ExtractionTarget.Route.Raw raw -> {
        raw.destination()
            .addMessages(
                batch.messages(),
                new AddMessagesContext(batch.conversation(), batch.numbers(), batch.messageKeys()));
        yield batch.messages().size();
      }
      case ExtractionTarget.Route.Facts facts ->
          write(batch.conversation(), extract(batch), key -> {});
    };
  }

  /** Extracts the facts of a batch, with their idempotency keys. */
  List<StagedFact> extract(Batch batch) throws Exception {
    List<Extractor.ExtractedFact> facts =
        facts()
            .extractor()
            .extract(batch.messages(), new ExtractionContext(batch.conversation(), parts.model()));
    return List.copyOf(Objects.requireNonNull(facts, "the extractor returned null")).stream()
        .map(fact -> new StagedFact(batch.factKey(fact.content()), fact))
        .toList();
  }

  /**
   * Writes all facts concurrently. Throws on any failure.
   *
   * @param written receives the key of each written fact
   */
  int write(MemoryConversation conversation, List<StagedFact> facts, Consumer<String> written)
      throws Exception {
    List<Callable<@Nullable Object>> adds =
        facts.stream().map(fact -> add(conversation, fact, written)).toList();
    for (Future<@Nullable Object> result :
        calls.all(adds, parts.settings().timeout(), null, UnaryOperator.identity())) {
      TimedCalls.result(result);
    }
    return facts.size();
  }

  private Callable<@Nullable Object> add(
      MemoryConversation conversation, StagedFact staged, Consumer<String> written) {
    Extractor.ExtractedFact fact = staged.fact();
    MemoryWriteContext context =
        new MemoryWriteContext(
            conversation.owner(),
            conversation.id(),
            staged.key(),
            MemoryWriteContext.Origin.EXTRACTION,
            null);
    AddableMemoryStore destination = facts().destination();
    return () -> {
      Object result =
          parts
              .writes()
              .run(
                  conversation.owner(),
                  destination.name(),
                  () -> {
                    MemoryErrors.requireLength(fact.content());
                    return destination.add(fact.content(), fact.metadata(), context);
                  });
      written.accept(staged.key());
      return result;
    };
  }

  private ExtractionTarget.Route.Facts facts() {
    return (ExtractionTarget.Route.Facts) route;
  }
}
