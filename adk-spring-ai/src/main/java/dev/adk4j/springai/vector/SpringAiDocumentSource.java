package dev.adk4j.springai.vector;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.vector.retrieval.DocumentSource;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.springframework.ai.document.Document;
import org.springframework.ai.document.DocumentReader;

/**
 * Reads documents from Spring AI's document readers, such as the PDF reader. The result of each
 * reader is one document with the reader's name. If the metadata has a number under {@code
 * page_number}, each page is a separate document, such as {@code handbook.pdf/page-3}. Uses no
 * other metadata. Skips failing readers and content that is not text, with a notice. Immutable;
 * calls the readers again for each run.
 *
 * {@snippet :
 * DocumentSource manuals = SpringAiDocumentSource.of("handbook.pdf", new PagePdfDocumentReader("file:/srv/handbook.pdf"));
 * }
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class SpringAiDocumentSource implements DocumentSource {

  private static final String PAGE = "page_number";

  private final Map<String, DocumentReader> readers;

  private SpringAiDocumentSource(Map<String, DocumentReader> readers) {
    this.readers = readers;
  }

  /**
   * Returns a source over one reader.
   *
   * @param name name used in citations of its passages
   */
  public static SpringAiDocumentSource of(String name, DocumentReader reader) {
    return new SpringAiDocumentSource(Map.of()).and(name, reader);
  }

  /**
   * Returns a source over these readers and another one. A reader with the same name is replaced.
   */
  public SpringAiDocumentSource and(String name, DocumentReader reader) {
    Map<String, DocumentReader> all = new LinkedHashMap<>(readers);
    all.put(new SourceDocument(name, "").source(), Objects.requireNonNull(reader, "reader"));
    return new SpringAiDocumentSource(all);
  }

  @Override
  public void read(
      Consumer<? super SourceDocument> documents,
      BiConsumer<? super String, ? super String> skipped) {
    readers.forEach(
        (name, reader) -> {
          Map<String, StringBuilder> texts;
          try {
            texts = texts(name, reader, skipped);
          } catch (RuntimeException e) {
            skipped.accept(name, "its reader failed with " + e.getClass().getName());
            return;
          }
          texts.forEach(
              (source, text) -> documents.accept(new SourceDocument(source, text.toString())));
        });
  }

  private static Map<String, StringBuilder> texts(
      String name, DocumentReader reader, BiConsumer<? super String, ? super String> skipped) {
    Map<String, StringBuilder> texts = new LinkedHashMap<>();
    for (Document document : reader.read()) {
      String source =
          document.getMetadata().get(PAGE) instanceof Number page
              ? name + "/page-" + page.longValue()
              : name;
      String text = document.getText();
      if (text == null) {
        skipped.accept(source, "is not text");
      } else {
        StringBuilder all = texts.computeIfAbsent(source, missing -> new StringBuilder());
        all.append(all.isEmpty() ? "" : "\n\n").append(text);
      }
    }
    return texts;
  }
}
