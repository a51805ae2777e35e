package dev.adk4j.memory.internal.extraction;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.memory.FakeStore.Erasable;
import dev.adk4j.memory.ForgetReport;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.MemoryWriteException;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Scope;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Forgetting an owner, also while something of that owner is being saved. */
@Timeout(60)
class ErasureTests {

  private static final Scope ANN = Scope.of("acme", "ann", "c1");
  private static final Scope BOB = Scope.of("acme", "bob", "c1");

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  private Erasable slowly() {
    Erasable store = Erasable.slow("facts", begun, release);
    store.everyTurn((messages, context) -> List.of(Extractor.ExtractedFact.of("likes tea")));
    return store;
  }

  private static void save(MemoryManager manager, Scope scope) {
    manager.capture(scope, Message.user("I like tea."));
    manager
        .extraction()
        .turnEnded(MemoryConversation.of(scope).orElseThrow(), "turn of " + scope.subject());
  }

  private static ForgetReport forgetMeanwhile(
      MemoryManager manager, Scope scope, CountDownLatch release) throws Exception {
    CompletableFuture<ForgetReport> report = new CompletableFuture<>();
    Thread eraser =
        Thread.ofPlatform().daemon().start(() -> report.complete(manager.forget(scope)));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> report.isDone() || eraser.getState() != Thread.State.RUNNABLE);
    release.countDown();
    return report.get();
  }

  @Test
  void forgetAwaitsRunningSave() throws Exception {
    Erasable store = slowly();
    MemoryManager manager = MemoryManager.builder().store(store).build();
    save(manager, ANN);
    begun.await();

    ForgetReport report = forgetMeanwhile(manager, ANN, release);

    assertThat(manager.extraction().awaitIdle(Duration.ofSeconds(30))).isTrue();
    assertThat(store.added).isEmpty();
    assertThat(report.complete()).isTrue();
  }

  @Test
  void hangingSaveFailsErasure() throws Exception {
    InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
    ExtractionJournal hanging =
        (ExtractionJournal)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExtractionJournal.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("unsaved")) {
                    begun.countDown();
                    release.await();
                  }
                  return method.invoke(journal, args);
                });
    MemoryManager manager =
        MemoryManager.builder()
            .store(slowly())
            .store(new Erasable("other"))
            .journal(hanging)
            .extraction(ExtractionSettings.builder().timeout(Duration.ofMillis(50)).build())
            .build();
    save(manager, ANN);
    begun.await();

    ForgetReport report = manager.forget(ANN);

    release.countDown();
    assertThat(report.forgotten()).containsExactly("other");
    assertThat(report.failures())
        .extracting(MemoryWriteException.StoreFailure::store)
        .containsExactly("facts");
  }

  @Test
  void nobodyWaitsForTheSavesOfOthers() throws Exception {
    Erasable store = slowly();
    MemoryManager manager = MemoryManager.builder().store(store).build();
    save(manager, BOB);
    begun.await();

    assertThat(manager.forget(ANN).complete()).isTrue();

    release.countDown();
  }

  @Test
  void waitingSaveFindsNothingAfterErasure() throws Exception {
    Erasable store = slowly();
    MemoryManager manager =
        MemoryManager.builder()
            .store(store)
            .extraction(ExtractionSettings.builder().concurrency(1).build())
            .build();
    save(manager, BOB);
    begun.await();
    save(manager, ANN);

    assertThat(manager.forget(ANN).complete()).isTrue();

    release.countDown();
    assertThat(manager.extraction().awaitIdle(Duration.ofSeconds(30))).isTrue();
    assertThat(store.contexts)
        .extracting(context -> context.owner().subject())
        .containsExactly("bob");
  }

  @Test
  void reportsFailedStoreAndErasesOthers() {
    Erasable down = new Erasable("down");
    down.erase = () -> raise(new java.io.IOException("down"));
    Erasable well = new Erasable("well");
    MemoryManager manager = MemoryManager.builder().store(down).store(well).build();
    manager.add(ANN, "tea");

    ForgetReport report = manager.forget(ANN);

    assertThat(report.forgotten()).containsExactly("well");
    assertThat(report.unable()).isEmpty();
    assertThat(report.failures())
        .extracting(MemoryWriteException.StoreFailure::store)
        .containsExactly("down");
    assertThat(report.complete()).isFalse();
    assertThat(well.added).isEmpty();
  }
}
