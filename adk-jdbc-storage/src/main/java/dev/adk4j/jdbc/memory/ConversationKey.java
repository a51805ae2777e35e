package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.memory.internal.Digests;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryOwner;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A conversation of an owner as the tables name it.
 *
 * @param scope SHA-256 of the three others, which keeps keys short
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

  /** From columns that start with tenant, subject and conversation. */
  static MemoryConversation read(ResultSet row) throws SQLException {
    return new MemoryConversation(
        new MemoryOwner(
            TextEscape.unescape(row.getString(1)), TextEscape.unescape(row.getString(2))),
        TextEscape.unescape(row.getString(3)));
  }
}
