package dev.adk4j.sample.library;

import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Puts the passages of all pages into the vector store, in the background, so that the application
 * answers at once after it was started. Thread-safe.
 */
public final class DocumentIndex implements SmartLifecycle {

  static final String COLLECTION = "documentation";

  private static final Logger log = LoggerFactory.getLogger(DocumentIndex.class);
  private static final int BATCH = 8;

  private final VectorDb db;
  private final KeptVectors vectors;
  private final List<Passage> passages;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile int indexed;
  private volatile @Nullable String failure;
  private volatile @Nullable Thread thread;

  DocumentIndex(VectorDb db, DocumentShelf shelf, KeptVectors vectors) {
    this.db = db;
    this.vectors = vectors;
    this.passages =
        shelf.documents().stream().flatMap(page -> PassageCutter.cut(page).stream()).toList();
  }

  public IndexProgress progress() {
    boolean ready = done.getCount() == 0 && failure == null;
    return new IndexProgress(passages.size(), indexed, ready, failure);
  }

  /** Waits until everything is indexed, but not longer than that; whether it is. */
  public boolean await(Duration atMost) throws InterruptedException {
    return done.await(atMost.toMillis(), TimeUnit.MILLISECONDS) && failure == null;
  }

  @Override
  public void start() {
    Thread started = Thread.ofPlatform().daemon().name("docs-index").unstarted(this::index);
    thread = started;
    started.start();
  }

  @Override
  public void stop() {
    Thread running = thread;
    thread = null;
    if (running != null) {
      running.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }

  private void index() {
    long from = System.nanoTime();
    try {
      db.schema()
          .createCollectionIfNotExists(
              COLLECTION,
              c -> {
                c.vector(MiniLmEncoder.DIMENSIONS);
                c.string("source").index();
              });
      for (int i = 0; i < passages.size() && isRunning(); i += BATCH) {
        List<Passage> batch = passages.subList(i, Math.min(i + BATCH, passages.size()));
        db.collection(COLLECTION).upsert(batch.stream().map(DocumentIndex::record).toList());
        indexed = i + batch.size();
      }
      vectors.keep();
      log.info(
          "Indexed {} passages of the documentation in {} ms.",
          indexed,
          Duration.ofNanos(System.nanoTime() - from).toMillis());
    } catch (RuntimeException | LinkageError e) {
      log.error("The documentation cannot be searched.", e);
      failure = "The documentation could not be indexed; the server's log says why.";
    } finally {
      done.countDown();
    }
  }

  private static VectorRecord record(Passage passage) {
    return VectorRecord.builder(passage.id())
        .document(passage.heading() + "\n" + passage.text())
        .metadata("source", passage.source())
        .metadata("kind", passage.heading())
        .metadata("text", passage.text())
        .build();
  }
}
