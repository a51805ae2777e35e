package dev.adk4j.springai.chatmemory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.jdbc.ConversationQuery;
import dev.adk4j.jdbc.ConversationSummary;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.util.Assert;

/**
 * Implements Spring AI's chat memory repository on the tables of conversations. Messages are only
 * added: {@link #saveAll} stores the new messages of the list and records which older messages it
 * omits. {@link #findByConversationId} then returns the list, while the complete history is kept.
 * Tool calls, their results and metadata are stored, too; metadata as JSON.
 *
 * <p>Tenant and user come from the scope resolver. If it returns a user, the user is part of the
 * conversation's key, as in {@link dev.adk4j.client.AgentClient#conversation(String, String)}:
 * users do not see each other's conversations, and an agent client continues them. If it returns
 * none, any caller that knows an id may read the conversation, as in Spring AI.
 *
 * <pre>{@code
 * ChatMemoryRepository repository =
 *     new AdkChatMemoryRepository(
 *         storage.history(), AdkStorageAdmin.of(dataSource), raw -> Scope.DEFAULT);
 * ChatMemory memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).build();
 * }</pre>
 *
 * <p>Throws the errors of {@link dev.adk4j.jdbc.JdbcPersistentStorage}. Never joins a transaction
 * of the caller. Thread-safe.
 *
 * @since 0.1.0
 */
public final class AdkChatMemoryRepository implements ChatMemoryRepository {

  private static final int PAGE = 1000;

  private final ConversationHistory history;
  private final AdkStorageAdmin admin;
  private final ScopeResolver scopes;

  /**
   * Creates a repository.
   *
   * @param scopes returns tenant and user for each call, on the calling thread
   */
  public AdkChatMemoryRepository(
      ConversationHistory history, AdkStorageAdmin admin, ScopeResolver scopes) {
    this.history = Objects.requireNonNull(history, "history");
    this.admin = Objects.requireNonNull(admin, "admin");
    this.scopes = Objects.requireNonNull(scopes, "scopes");
  }

  /**
   * Returns the ids of the user's conversations, most recent activity first; without a user, the
   * ids of the tenant's conversations without a user.
   */
  @Override
  public List<String> findConversationIds() {
    Scope owner = owner();
    String prefix = key(owner, "");
    ConversationQuery query =
        ConversationQuery.of(owner.tenant(), PAGE).withSubject(owner.subject());
    List<String> ids = new ArrayList<>();
    while (query != null) {
      var page = admin.conversations(query);
      page.conversations().stream()
          .filter(each -> Objects.equals(each.subject(), owner.subject()))
          .map(ConversationSummary::conversation)
          .filter(key -> key.startsWith(prefix))
          .forEach(key -> ids.add(key.substring(prefix.length())));
      query = page.next();
    }
    return List.copyOf(ids);
  }

  /**
   * Returns the messages of the last save and those stored since, such as messages of an agent's
   * turns; empty for an unknown conversation.
   */
  @Override
  public List<Message> findByConversationId(String conversationId) {
    return Window.plain(window(scope(conversationId)).messages());
  }

  /**
   * Makes {@link #findByConversationId} return this list. Stores the messages after the last one
   * that is already stored; the others stay in the history. Messages that another thread stored
   * since the list was read are kept, too.
   */
  @Override
  public void saveAll(String conversationId, List<Message> messages) {
    Assert.noNullElements(messages, "messages cannot contain null elements");
    Scope scope = scope(conversationId);
    Window window = window(scope);
    List<StoredMessage> kept = window.beginningOf(messages.stream().map(MessageJson::key).toList());
    List<Displayable> records = new ArrayList<>(mark(window, kept));
    List<Message> known = Window.plain(window.messages());
    records.addAll(records(messages.subList(kept.size(), messages.size()), known));
    history.append(scope, records);
  }

  /** Erases the conversation with all its data, including messages outside the window. */
  @Override
  public void deleteByConversationId(String conversationId) {
    Scope scope = scope(conversationId);
    admin.erase(new ErasureTarget.Conversation(scope.tenant(), scope.requireConversation()));
  }

  /** Appends messages; reads nothing unless a message answers an unknown call. */
  void append(Scope scope, List<Message> messages) {
    boolean answers = messages.stream().anyMatch(ToolResponseMessage.class::isInstance);
    List<Message> known = answers ? Window.plain(window(scope).messages()) : List.of();
    history.append(scope, records(messages, known));
  }

  /** Removes the messages that are not kept from the window, permanently. */
  void keep(Scope scope, Window window, List<StoredMessage> kept) {
    history.append(scope, mark(window, kept));
  }

  Window window(Scope scope) {
    return Window.read(history, scope);
  }

  Scope scope(String conversationId) {
    Assert.hasText(conversationId, "conversationId cannot be null or empty");
    Scope owner = owner();
    return owner.withConversation(key(owner, conversationId));
  }

  /** Returns the conversation's key in an agent client. */
  static String key(Scope owner, String conversationId) {
    String user = owner.subject();
    return user == null
        ? conversationId
        : user.replace("%", "%25").replace("/", "%2F") + "/" + conversationId;
  }

  private Scope owner() {
    try {
      return scopes.resolve(RawTurnContext.builder().systemPrompt("").build());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AdkException(
          AdkErrorCode.E_STORAGE_SCOPE_MISSING, "The ScopeResolver failed: " + e.getMessage(), e);
    }
  }

  private static List<? extends Displayable> mark(Window window, List<StoredMessage> kept) {
    return kept.size() == window.messages().size()
        ? List.of()
        : List.of(MessageRecords.payload(Ids.next(), Instant.now(), window.markOf(kept)));
  }

  private static List<Displayable> records(List<Message> messages, List<Message> known) {
    Map<String, AssistantMessage.@Nullable ToolCall> calls = new HashMap<>();
    known.forEach(message -> collect(message, calls));
    List<Displayable> records = new ArrayList<>();
    for (Message message : messages) {
      collect(message, calls);
      records.addAll(MessageRecords.encode(message, Ids.next(), Instant.now(), calls::get));
    }
    return records;
  }

  private static void collect(
      Message message, Map<String, AssistantMessage.@Nullable ToolCall> calls) {
    if (message instanceof AssistantMessage assistant) {
      assistant.getToolCalls().forEach(call -> calls.put(call.id(), call));
    }
  }
}
