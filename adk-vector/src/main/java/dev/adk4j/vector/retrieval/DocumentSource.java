package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Place that documents are read from, one after the other, by an {@link Ingestion}. Names are what
 * passages are cited by; a document that changes keeps its name.
 *
 * {@snippet :
 * DocumentSource tickets = (documents, skipped) ->
 *     tickets().forEach(t -> documents.accept(new SourceDocument("ticket-" + t.id(), t.text())));
 * }
 *
 * @since 0.1.0
 */
@FunctionalInterface
@NoJsonForm
public interface DocumentSource {

  /**
   * Reads all documents, each name once, in any order. An exception fails the run; then nothing is
   * taken for vanished.
   *
   * @param documents takes a document, and blocks while it is embedded
   * @param skipped takes the name of a document that is there and cannot be used, and the reason
   *     without any of its content. Its earlier passages stay, and so do those of all documents
   *     whose names begin with that name and a slash
   */
  void read(
      Consumer<? super SourceDocument> documents,
      BiConsumer<? super String, ? super String> skipped)
      throws IOException;

  /**
   * Returns the files below a folder as UTF-8, by their path from the folder. Files and folders
   * whose names begin with a dot are not looked at. Skipped with a notice: links that lead out of
   * the folder, links to folders, what is no regular file, is not text in UTF-8, has more than 16
   * MB, cannot be read, or has a blank name or one with control characters. A folder that is
   * missing fails the run.
   *
   * @param patterns globs on the path, such as {@code guides/**}; without any, {@code **.md},
   *     {@code **.markdown} and {@code **.txt}. Of the files that none matches nothing is said
   */
  static DocumentSource folder(Path folder, String... patterns) {
    return FolderSource.of(folder, List.of(patterns));
  }
}
