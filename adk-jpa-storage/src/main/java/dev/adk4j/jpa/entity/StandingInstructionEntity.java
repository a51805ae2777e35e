package dev.adk4j.jpa.entity;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/**
 * What an agent is told in every turn of a subject, or, where the subject is empty, of the whole
 * tenant. For queries only: rows are written by the storage, never through JPA.
 */
@Entity
@Immutable
@Table(name = "adk_standing_instruction", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
public final class StandingInstructionEntity extends SubjectRecord {

  private StandingInstructionEntity() {}
}
