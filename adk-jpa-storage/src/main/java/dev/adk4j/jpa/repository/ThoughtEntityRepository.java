package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.ThoughtEntity;
import java.util.List;

/**
 * Queries stored thoughts.
 *
 * @since 0.1.0
 */
public interface ThoughtEntityRepository extends ConversationRecords<ThoughtEntity> {

  /** Returns all thoughts of a conversation, oldest first. */
  List<ThoughtEntity> findByTenantAndConversationOrderBySeq(String tenant, String conversation);
}
