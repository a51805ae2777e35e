package dev.adk4j.memory.extraction;

import dev.adk4j.memory.call.Outcome;
import dev.adk4j.memory.call.TimedCalls;
import dev.adk4j.memory.store.AddMessagesContext;
import dev.adk4j.memory.store.ExtractedFact;
import dev.adk4j.memory.store.ExtractionContext;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.MemoryWriteContext;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Gets a batch into a store, one way or the other. */
final class Delivery {

  private final ExtractionTarget.Route route;
  private final TimedCalls calls;
  private final Duration limit;
  private final @Nullable ExtractionModel model;

  Delivery(
      ExtractionTarget.Route route,
      TimedCalls calls,
      Duration limit,
      @Nullable ExtractionModel model) {
    this.route = route;
    this.calls = calls;
    this.limit = limit;
    this.model = model;
  }

  /** The type of what makes facts; empty where messages go as they are. */
  Optional<String> extractor() {
    return route instanceof ExtractionTarget.Route.Facts facts
        ? Optional.of(facts.extractor().getClass().getSimpleName())
        : Optional.empty();
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
      case ExtractionTarget.Route.Facts facts -> write(facts, batch);
    };
  }

  private int write(ExtractionTarget.Route.Facts route, Batch batch) throws Exception {
    List<ExtractedFact> facts =
        route
            .extractor()
            .extract(batch.messages(), new ExtractionContext(batch.conversation(), model));
    List<Callable<@Nullable Object>> adds =
        List.copyOf(Objects.requireNonNull(facts, "the extractor returned null")).stream()
            .map(fact -> add(route, batch, fact))
            .toList();
    for (Outcome<@Nullable Object> outcome :
        calls.all(adds, limit, null, UnaryOperator.identity())) {
      if (outcome instanceof Outcome.Failed<?> failed) {
        throw failed.cause() instanceof Exception e ? e : new ExecutionException(failed.cause());
      }
    }
    return facts.size();
  }

  private static Callable<@Nullable Object> add(
      ExtractionTarget.Route.Facts route, Batch batch, ExtractedFact fact) {
    MemoryWriteContext context =
        new MemoryWriteContext(
            batch.conversation().owner(),
            batch.conversation().id(),
            batch.factKey(fact.content()),
            MemoryWriteContext.Origin.EXTRACTION,
            null);
    return () -> route.destination().add(fact.content(), fact.metadata(), context);
  }
}
