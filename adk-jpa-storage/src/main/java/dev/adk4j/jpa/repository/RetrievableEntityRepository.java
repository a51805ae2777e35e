package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.RetrievableEntity;
import java.util.List;

/**
 * Queries stored retrievables.
 *
 * @since 0.1.0
 */
public interface RetrievableEntityRepository extends ConversationRecords<RetrievableEntity> {

  /** Returns all retrievables of a conversation, in insertion order. */
  List<RetrievableEntity> findByTenantAndConversationOrderByOrdinal(
      String tenant, String conversation);
}
