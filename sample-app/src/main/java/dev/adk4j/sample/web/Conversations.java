package dev.adk4j.sample.web;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.jdbc.ConversationQuery;
import dev.adk4j.jdbc.ConversationSummary;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.sample.agent.SampleAgentProperties;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Reads conversations for the page and the API. */
@Component
class Conversations {

  private static final int MAX_LISTED = 200;
  private static final int MAX_ENTRIES = 1_000;
  private static final int MAX_ARTIFACT = 4_000;

  private final AdkStorageAdmin admin;
  private final ConversationHistory history;
  private final ConversationTitles titles;
  private final SampleAgentProperties properties;

  Conversations(
      AdkStorageAdmin admin,
      ConversationHistory history,
      ConversationTitles titles,
      SampleAgentProperties properties) {
    this.admin = admin;
    this.history = history;
    this.titles = titles;
    this.properties = properties;
  }

  List<ConversationListView.Item> list() {
    List<ConversationSummary> found =
        admin
            .conversations(
                ConversationQuery.of(Scope.DEFAULT_TENANT, MAX_LISTED)
                    .withSubject(properties.subject()))
            .conversations();
    Map<String, String> named =
        titles.of(
            Scope.DEFAULT_TENANT, found.stream().map(ConversationSummary::conversation).toList());
    return found.stream()
        .map(
            c ->
                new ConversationListView.Item(
                    c.conversation(),
                    named.getOrDefault(c.conversation(), c.conversation()),
                    c.messages(),
                    c.toolCalls(),
                    c.lastActivityAt()))
        .toList();
  }

  /** Returns a number that changes with each write to the conversation; 0 if it does not exist. */
  long version(Scope scope) {
    return admin
        .conversation(scope.tenant(), scope.requireConversation())
        .map(c -> c.messages() + c.thoughts() + c.toolCalls())
        .orElse(0L);
  }

  /** Erases a conversation permanently, including its files. Returns false if it does not exist. */
  boolean erase(Scope scope) {
    ErasureReport erased =
        admin.erase(new ErasureTarget.Conversation(scope.tenant(), scope.requireConversation()));
    return erased.messages() + erased.thoughts() + erased.toolCalls() > 0;
  }

  /** Returns a file of one of the conversation's messages. */
  Optional<Media> attachment(Scope scope, String mediaId) {
    return history.read(scope, MAX_ENTRIES).stream()
        .filter(ConversationEntry.Said.class::isInstance)
        .flatMap(entry -> ((ConversationEntry.Said) entry).message().attachments().stream())
        .filter(media -> media.id().equals(mediaId))
        .findFirst();
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
                  m.isPartial(),
                  m.content().map(c -> c.value()).orElse(null),
                  m.attachments().stream().map(Attached::of).toList(),
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
          List.of(new ConversationView.Result("text", text.value().value(), false));
      case ToolResults.Artifacts artifacts ->
          artifacts.items().stream().map(Conversations::artifact).toList();
      case ToolResults.MediaItems media ->
          media.items().stream()
              .map(m -> new ConversationView.Result("media", m.filename(), false))
              .toList();
    };
  }

  /** Returns the beginning of an artifact's text, which may have any size. */
  private static ConversationView.Result artifact(SpooledArtifact artifact) {
    char[] beginning = new char[MAX_ARTIFACT + 1];
    int length = 0;
    try (Reader reader = artifact.reader().open()) {
      for (int n;
          length < beginning.length
              && (n = reader.read(beginning, length, beginning.length - length)) > 0; ) {
        length += n;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = new String(beginning, 0, Math.min(length, MAX_ARTIFACT));
    return new ConversationView.Result("artifact", text, length > MAX_ARTIFACT);
  }
}
