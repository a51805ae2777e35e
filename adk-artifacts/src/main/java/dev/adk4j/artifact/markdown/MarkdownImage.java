package dev.adk4j.artifact.markdown;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An image.
 *
 * @param alt the text that stands for it; may be empty
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MarkdownImage(String alt, String url, @Nullable String title) {
  /** Never the content. */
  @Override
  public String toString() {
    return "MarkdownImage[]";
  }
}
