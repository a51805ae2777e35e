package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.ConversationRecord;
import java.time.Instant;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;

/**
 * Queries rows that belong to a conversation.
 *
 * @since 0.1.0
 */
@NoRepositoryBean
public interface ConversationRecords<T extends ConversationRecord>
    extends Repository<T, ConversationRecord.Key> {

  /** Returns a slice of a conversation's rows, in the order of the page request. */
  Slice<T> findByTenantAndConversation(String tenant, String conversation, Pageable page);

  /** Returns a slice of a tenant's rows created in a period, both ends included. */
  Slice<T> findByTenantAndCreatedAtBetween(String tenant, Instant from, Instant to, Pageable page);

  /** Counts a conversation's rows. */
  long countByTenantAndConversation(String tenant, String conversation);
}
