package dev.adk4j.sample.web;

import dev.adk4j.boot.stream.TurnEventStream;
import dev.adk4j.primitive.Message;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Conversations with the agent. */
@RestController
@RequestMapping("/api/conversations")
class ConversationController {

  private static final String SYSTEM_PROMPT =
      "You are a helpful agent. Use your tools instead of guessing.";

  private final TurnEventStream stream;
  private final Conversations conversations;
  private final ConversationIds ids;

  ConversationController(TurnEventStream stream, Conversations conversations, ConversationIds ids) {
    this.stream = stream;
    this.conversations = conversations;
    this.ids = ids;
  }

  /** Runs one turn and streams it; the turn goes on when the client leaves. */
  @PostMapping(path = "/{id}/messages", consumes = MediaType.APPLICATION_JSON_VALUE)
  SseEmitter send(@PathVariable String id, @RequestBody SendRequest request) {
    Scope scope = ids.scope(id);
    String text = request.text();
    if (text == null || text.isBlank()) {
      throw new ApiProblemException(ApiProblem.BLANK_TEXT);
    }
    return stream.start(
        RawTurnContext.builder()
            .systemPrompt(SYSTEM_PROMPT)
            .scope(scope)
            .input(Message.user(text))
            .build());
  }

  /** The events of a turn again, after the one the client saw last. */
  @GetMapping(path = "/{id}/turns/{turnId}/events")
  SseEmitter replay(
      @PathVariable String id,
      @PathVariable String turnId,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId) {
    return stream.replay(ids.scope(id), turnId, lastEventId);
  }

  @GetMapping("/{id}")
  ConversationView show(@PathVariable String id) {
    List<ConversationView.Entry> entries = conversations.read(ids.scope(id));
    if (entries.isEmpty()) {
      throw new ApiProblemException(ApiProblem.UNKNOWN_CONVERSATION);
    }
    return new ConversationView(id, entries);
  }

  @GetMapping
  ConversationListView list() {
    return new ConversationListView(conversations.list());
  }
}
