package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.GateDecisionEntity;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.Repository;

/**
 * Queries decisions on gates, those that were refused included.
 *
 * @since 0.1.0
 */
public interface GateDecisionEntityRepository
    extends Repository<GateDecisionEntity, GateDecisionEntity.Key> {

  /** Returns the decisions on one gate, oldest first. */
  List<GateDecisionEntity> findByTenantAndRefOrderByDecidedAt(String tenant, String ref);

  /** Returns a slice of what one person decided, in the order that the page request names. */
  Slice<GateDecisionEntity> findByTenantAndActor(String tenant, String actor, Pageable page);

  /** Returns a slice of a tenant's decisions of that time, both ends included. */
  Slice<GateDecisionEntity> findByTenantAndDecidedAtBetween(
      String tenant, Instant from, Instant to, Pageable page);
}
