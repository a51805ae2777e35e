package dev.adk4j.boot.retrieval;

import dev.adk4j.internal.Mutex;
import dev.adk4j.vector.retrieval.Passage;
import dev.adk4j.vector.retrieval.RetrievalQuery;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the documents again before a search if a file has changed since the last one. For
 * development, because each search looks at all files. If the changed files cannot be read, the
 * documents stay as they were and one warning says why.
 */
final class ReloadedDocuments implements Retriever {

  private static final Logger log = LoggerFactory.getLogger(ReloadedDocuments.class);

  private final Mutex lock = new Mutex();
  private final Supplier<List<String>> versions;
  private final Supplier<Retriever> reader;
  private List<String> read;
  private Retriever documents;

  /**
   * @param versions returns a text for each file that changes with the file
   * @param reader reads all files
   */
  ReloadedDocuments(Supplier<List<String>> versions, Supplier<Retriever> reader) {
    this.versions = versions;
    this.reader = reader;
    this.read = versions.get(); // before the files: a change in between is read by the next search
    this.documents = reader.get();
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws Exception {
    return lock.get(this::current).retrieve(query);
  }

  private Retriever current() {
    List<String> now = versions.get();
    if (!now.equals(read)) {
      read = now;
      try {
        documents = reader.get();
      } catch (RuntimeException e) {
        log.warn("Changed documents are not used: {}", e.toString());
      }
    }
    return documents;
  }
}
