package dev.adk4j.sample.web;

import dev.adk4j.sample.agent.AgentMode;
import dev.adk4j.sample.library.Document;
import dev.adk4j.sample.library.DocumentShelf;
import dev.adk4j.sample.notes.Note;
import dev.adk4j.sample.notes.NoteBoard;
import dev.adk4j.value.Scope;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints of the console for the agent, the documentation and the note board. */
@RestController
class LibraryController {

  private final DocumentShelf shelf;
  private final NoteBoard board;
  private final String mode;

  LibraryController(DocumentShelf shelf, NoteBoard board, ObjectProvider<AgentMode> mode) {
    this.shelf = shelf;
    this.board = board;
    this.mode = mode.getIfAvailable(() -> new AgentMode("model")).name();
  }

  @GetMapping("/api/agent")
  Agent agent() {
    return new Agent(mode);
  }

  @GetMapping("/api/documents")
  Pages documents() {
    return new Pages(shelf.documents().stream().map(d -> new Page(d.path(), d.title())).toList());
  }

  @GetMapping("/api/documents/{*path}")
  Document document(@PathVariable String path) {
    return shelf
        .at(path.substring(1))
        .orElseThrow(() -> new ApiProblemException(ApiProblem.UNKNOWN_DOCUMENT));
  }

  @GetMapping("/api/notes")
  Notes notes() {
    return new Notes(board.newest(Scope.DEFAULT_TENANT));
  }

  /**
   * @param mode {@code offline} or {@code model}
   */
  record Agent(String mode) {}

  record Pages(List<Page> documents) {}

  record Page(String path, String title) {}

  record Notes(List<Note> notes) {}
}
