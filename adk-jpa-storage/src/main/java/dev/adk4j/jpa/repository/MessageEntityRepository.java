package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.MessageEntity;
import java.util.List;

/**
 * Queries stored messages.
 *
 * @since 0.1.0
 */
public interface MessageEntityRepository extends ConversationRecords<MessageEntity> {

  /** Returns all messages of a conversation, oldest first. */
  List<MessageEntity> findByTenantAndConversationOrderBySeq(String tenant, String conversation);
}
