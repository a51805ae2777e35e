package dev.adk4j.sample.web;

import dev.adk4j.sample.memory.MemoryShelf;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that list and erase the memories of the caller. */
@RestController
@RequestMapping("/api/memories")
class MemoryController {

  private final MemoryShelf shelf;
  private final ConversationIds ids;

  MemoryController(MemoryShelf shelf, ConversationIds ids) {
    this.shelf = shelf;
    this.ids = ids;
  }

  @GetMapping
  Memories list() {
    return new Memories(
        shelf.all(ids.owner()).stream()
            .map(m -> new Remembered(m.id(), m.content(), m.createdAt()))
            .toList());
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void erase(@PathVariable String id) {
    if (!shelf.erase(ids.owner(), id)) {
      throw new ApiProblemException(ApiProblem.UNKNOWN_MEMORY);
    }
  }

  @DeleteMapping
  Erased eraseAll() {
    return new Erased(shelf.eraseAll(ids.owner()));
  }

  record Memories(List<Remembered> memories) {}

  record Remembered(@Nullable String id, String content, @Nullable Instant createdAt) {}

  record Erased(int erased) {}
}
