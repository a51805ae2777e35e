package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Source from which an {@link Ingestion} reads documents, one by one. Passages are cited by these
 * names; a document that changes keeps its name.
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
   * Reads all documents, each name once, in any order. An exception fails the run; no document is
   * then treated as deleted.
   *
   * @param documents accepts a document, and blocks while it is embedded
   * @param skipped accepts the name of an existing document that cannot be used, and the reason
   *     without any of its content. Its earlier passages are kept, and so are those of all
   *     documents whose names begin with that name and a slash
   */
  void read(
      Consumer<? super SourceDocument> documents,
      BiConsumer<? super String, ? super String> skipped)
      throws IOException;

  /**
   * Returns the UTF-8 files below a folder, by their path from the folder. Ignores files and
   * folders whose names begin with a dot. Reports as skipped: links to a target outside the folder,
   * links to folders, and files that are not regular, are not text in UTF-8, have more than 16 MB,
   * cannot be read, or have a blank name or one with control characters. A missing folder fails the
   * run.
   *
   * @param patterns globs on the path, such as {@code guides/**}; default {@code **.md}, {@code
   *     **.markdown} and {@code **.txt}. Files that match none are not reported
   */
  static DocumentSource folder(Path folder, String... patterns) {
    return FolderSource.of(folder, List.of(patterns));
  }
}
