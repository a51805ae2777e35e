package dev.adk4j.sample.web;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.jpa.AdkStorageAdmin;
import dev.adk4j.jpa.ConversationEntry;
import dev.adk4j.jpa.ConversationHistory;
import dev.adk4j.jpa.ConversationQuery;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.sample.agent.SampleAgentProperties;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads conversations for the page and the API. */
@Component
class Conversations {

  private static final int MAX_LISTED = 200;
  private static final int MAX_ENTRIES = 1_000;

  private final AdkStorageAdmin admin;
  private final ConversationHistory history;
  private final SampleAgentProperties properties;

  Conversations(
      AdkStorageAdmin admin, ConversationHistory history, SampleAgentProperties properties) {
    this.admin = admin;
    this.history = history;
    this.properties = properties;
  }

  List<ConversationListView.Item> list() {
    return admin
        .conversations(
            ConversationQuery.of(Scope.DEFAULT_TENANT, MAX_LISTED)
                .withSubject(properties.subject()))
        .conversations()
        .stream()
        .map(
            c ->
                new ConversationListView.Item(
                    c.conversation(), c.messages(), c.toolCalls(), c.lastActivityAt()))
        .toList();
  }

  List<ConversationView.Entry> read(Scope scope) {
    return history.read(scope, MAX_ENTRIES).stream().map(Conversations::entry).toList();
  }

  private static ConversationView.Entry entry(ConversationEntry entry) {
    return switch (entry) {
      case ConversationEntry.Said(long seq, Message m) ->
          new ConversationView.Entry(
              seq,
              "message",
              new ConversationView.Said(
                  m.id(),
                  m.role().wire(),
                  m.content().map(c -> c.value()).orElse(null),
                  m.createdAt()),
              null,
              null);
      case ConversationEntry.Reflected(long seq, Thought t) ->
          new ConversationView.Entry(
              seq,
              "thought",
              null,
              new ConversationView.Reflected(t.id(), t.content().value(), t.createdAt()),
              null);
      case ConversationEntry.Called(long seq, ToolCall c) ->
          new ConversationView.Entry(
              seq,
              "toolCall",
              null,
              null,
              new ConversationView.Called(
                  c.id(),
                  c.tool(),
                  c.args().node(),
                  c.checksum(),
                  c.isError(),
                  results(c.results()),
                  c.completedAt()));
    };
  }

  private static List<ConversationView.Result> results(ToolResults results) {
    return switch (results) {
      case ToolResults.Text text ->
          List.of(new ConversationView.Result("text", text.value().value()));
      case ToolResults.Artifacts artifacts ->
          artifacts.items().stream()
              .map(a -> new ConversationView.Result("artifact", text(a)))
              .toList();
      case ToolResults.MediaItems media ->
          media.items().stream()
              .map(m -> new ConversationView.Result("media", m.filename()))
              .toList();
    };
  }

  private static String text(SpooledArtifact artifact) {
    try {
      return artifact.asString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
