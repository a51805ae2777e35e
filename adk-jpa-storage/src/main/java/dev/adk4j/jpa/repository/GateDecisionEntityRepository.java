package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.GateDecisionEntity;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.Repository;

/**
 * Queries decisions on gates, including refused ones.
 *
 * @since 0.1.0
 */
public interface GateDecisionEntityRepository
    extends Repository<GateDecisionEntity, GateDecisionEntity.Key> {

  /** Returns the decisions on one gate, oldest first. */
  List<GateDecisionEntity> findByTenantAndRefOrderByDecidedAt(String tenant, String ref);

  /** Returns a slice of one person's decisions, in the order of the page request. */
  Slice<GateDecisionEntity> findByTenantAndActor(String tenant, String actor, Pageable page);

  /** Returns a slice of a tenant's decisions in a period, both ends included. */
  Slice<GateDecisionEntity> findByTenantAndDecidedAtBetween(
      String tenant, Instant from, Instant to, Pageable page);
}
