package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.token.TokenEncoding;
import java.util.List;

/**
 * Splits a document into the sections that are embedded and found. Must return the same sections
 * for the same document, because unchanged sections are not embedded again.
 *
 * {@snippet :
 * DocumentSplitter splitter = DocumentSplitter.byTokens(200, 30);
 * }
 *
 * @since 0.1.0
 */
@FunctionalInterface
@NoJsonForm
public interface DocumentSplitter {

  /** Returns the sections in their order; none for a document without text. */
  List<Section> split(SourceDocument document);

  /**
   * Returns the splitter of {@link DocumentIndex}: sections below headings, of about 1,200
   * characters without overlap, code blocks and tables whole up to 4,000.
   */
  static DocumentSplitter markdown() {
    return document -> MarkdownSplitter.split(document.text());
  }

  /**
   * Returns a splitter of Markdown and plain text by tokens of {@code cl100k_base}. Code blocks and
   * tables stay whole up to three times the tokens; see {@link #byTokens(int, int, int, String)}.
   */
  static DocumentSplitter byTokens(int tokens, int overlap) {
    return byTokens(tokens, overlap, 3 * tokens, TokenEncoding.CL100K_BASE.id());
  }

  /**
   * Returns a splitter of Markdown and plain text by tokens. It divides at headings, then between
   * paragraphs, sentences and words, in this order. Code blocks and tables that are too long are
   * divided between lines, with their first lines repeated.
   *
   * @param tokens maximum of one passage of text with the headings above it, at least 32
   * @param overlap maximum of the previous passage's end that a passage below the same heading
   *     repeats, in whole sentences if possible; 0 for none, at most half of {@code tokens}
   * @param block maximum of a code block or table that stays whole, at least {@code tokens}; not
   *     more than the embedding model reads
   * @param encoding id of the {@linkplain TokenEncoding encoding} that counts
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_VECTOR_STORE_CONFIG}
   */
  static DocumentSplitter byTokens(int tokens, int overlap, int block, String encoding) {
    PassageSize size = PassageSize.tokens(tokens, overlap, block, encoding);
    return document -> MarkdownSplitter.split(document.text(), size);
  }

  /**
   * Piece of a document.
   *
   * @param titlePath the headings above it, outermost first; may be empty
   * @param anchor place in the document as the fragment of a link; may be empty
   * @param text not blank
   */
  record Section(List<String> titlePath, String anchor, String text) {

    public Section {
      titlePath = List.copyOf(titlePath);
      new Violations()
          .required(anchor, "$.anchor")
          .requiredText(text, "$.text")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }

    /** Returns the anchor; omits the text. */
    @Override
    public String toString() {
      return "Section[" + anchor + "]";
    }
  }
}
