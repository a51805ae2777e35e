package dev.adk4j.sample.agent;

import dev.adk4j.sample.library.Document;
import dev.adk4j.sample.library.DocumentShelf;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolParam;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Tools that open pages of the documentation. A page is too large for a prompt, so it becomes an
 * artifact, and the agent reads its headings, lines and sections.
 */
@Component
class LibraryTools {

  private final DocumentShelf shelf;

  LibraryTools(DocumentShelf shelf) {
    this.shelf = shelf;
  }

  @AgentTool(
      name = "list_documents",
      description = "Lists the pages of the documentation with their titles.",
      trusted = true)
  List<Page> list() {
    return shelf.documents().stream().map(d -> new Page(d.path(), d.title())).toList();
  }

  @AgentTool(
      name = "read_document",
      description =
          "Reads a page of the documentation; ask its artifact for headings, sections and lines.",
      artifactType = "markdown",
      trusted = true)
  String read(
      @ToolParam(description = "A path such as docs/reference/errors.md, or the end of one")
          String document) {
    return shelf.named(document).map(Document::text).orElseThrow(() -> unknown(document));
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "there is no page '"
            + name
            + "'; there are: "
            + shelf.documents().stream().map(Document::path).collect(Collectors.joining(", ")));
  }

  record Page(String path, String title) {}
}
