package dev.adk4j.memory.extraction;

import dev.adk4j.memory.call.Outcome;
import dev.adk4j.memory.call.TimedCalls;
import dev.adk4j.memory.call.WritesUnderWay;
import dev.adk4j.memory.journal.StagedFact;
import dev.adk4j.memory.store.AddMessagesContext;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.ExtractedFact;
import dev.adk4j.memory.store.ExtractionContext;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryErrors;
import dev.adk4j.memory.store.MemoryWriteContext;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Gets a batch into a store, one way or the other. */
final class Delivery {

  private final ExtractionTarget.Route route;
  private final TimedCalls calls;
  private final Duration limit;
  private final @Nullable ExtractionModel model;
  private final WritesUnderWay writes;

  Delivery(
      ExtractionTarget.Route route,
      TimedCalls calls,
      Duration limit,
      @Nullable ExtractionModel model,
      WritesUnderWay writes) {
    this.route = route;
    this.calls = calls;
    this.limit = limit;
    this.model = model;
    this.writes = writes;
  }

  /** The type of what makes facts; empty where messages go as they are. */
  Optional<String> extractor() {
    return route instanceof ExtractionTarget.Route.Facts facts
        ? Optional.of(facts.extractor().getClass().getSimpleName())
        : Optional.empty();
  }

  /** Whether facts are made of messages. */
  boolean extracts() {
    return route instanceof ExtractionTarget.Route.Facts;
  }

  /** Gives the number of entries written; throws where anything failed. */
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

  /** What a batch comes to, with the keys it is written with. */
  List<StagedFact> extract(Batch batch) throws Exception {
    List<ExtractedFact> facts =
        facts()
            .extractor()
            .extract(batch.messages(), new ExtractionContext(batch.conversation(), model));
    return List.copyOf(Objects.requireNonNull(facts, "the extractor returned null")).stream()
        .map(fact -> new StagedFact(batch.factKey(fact.content()), fact))
        .toList();
  }

  /**
   * Writes all of them at once; throws where anything failed.
   *
   * @param written told the key of each that the store has
   */
  int write(MemoryConversation conversation, List<StagedFact> facts, Consumer<String> written)
      throws Exception {
    List<Callable<@Nullable Object>> adds =
        facts.stream().map(fact -> add(conversation, fact, written)).toList();
    for (Outcome<@Nullable Object> outcome :
        calls.all(adds, limit, null, UnaryOperator.identity())) {
      if (outcome instanceof Outcome.Failed<?> failed) {
        throw failed.cause() instanceof Exception e ? e : new ExecutionException(failed.cause());
      }
    }
    return facts.size();
  }

  private Callable<@Nullable Object> add(
      MemoryConversation conversation, StagedFact staged, Consumer<String> written) {
    ExtractedFact fact = staged.fact();
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
          writes.run(
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
