package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.memory.internal.Digests;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryOwner;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Key of an owner's conversation in the tables.
 *
 * @param scope SHA-256 of the other three parts, to keep keys short
 */
record ConversationKey(String tenant, String scope, String subject, String conversation) {

  static ConversationKey of(MemoryConversation conversation) {
    MemoryOwner owner = conversation.owner();
    return new ConversationKey(
        StorageConnections.key(owner.tenant(), "$.scope.tenant"),
        Digests.sha256(owner.tenant(), owner.subject(), conversation.id()),
        StorageConnections.key(owner.subject(), "$.scope.subject"),
        StorageConnections.key(conversation.id(), "$.scope.conversation"));
  }

  /** Returns the columns tenant and scope_key, for parameters. */
  List<String> columns() {
    return List.of(tenant, scope);
  }

  /** Reads a conversation from the columns tenant, subject and conversation. */
  static MemoryConversation read(ResultSet row) throws SQLException {
    return new MemoryConversation(
        new MemoryOwner(
            TextEscape.unescape(row.getString(1)), TextEscape.unescape(row.getString(2))),
        TextEscape.unescape(row.getString(3)));
  }
}
