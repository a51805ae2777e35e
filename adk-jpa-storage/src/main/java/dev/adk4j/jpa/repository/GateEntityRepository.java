package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.GateEntity;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.Repository;

/**
 * Queries gates, open and settled ones.
 *
 * @since 0.1.0
 */
public interface GateEntityRepository extends Repository<GateEntity, GateEntity.Key> {

  /** Returns all gates of a conversation, oldest first. */
  List<GateEntity> findByTenantAndConversationOrderByOpenedAt(String tenant, String conversation);

  /** Returns a slice of a tenant's gates in a state, such as {@code open}. */
  Slice<GateEntity> findByTenantAndState(String tenant, String state, Pageable page);

  /** Returns a slice of a tenant's gates opened in a period, both ends included. */
  Slice<GateEntity> findByTenantAndOpenedAtBetween(
      String tenant, Instant from, Instant to, Pageable page);
}
