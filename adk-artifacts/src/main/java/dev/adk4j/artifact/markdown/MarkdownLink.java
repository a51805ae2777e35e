package dev.adk4j.artifact.markdown;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** A link: inline, by reference, automatic, or a bare address. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MarkdownLink(String text, String url, @Nullable String title) {
  /** Never the content. */
  @Override
  public String toString() {
    return "MarkdownLink[]";
  }
}
