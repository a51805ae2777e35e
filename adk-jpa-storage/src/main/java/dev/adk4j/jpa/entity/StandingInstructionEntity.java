package dev.adk4j.jpa.entity;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/**
 * Standing instruction for all turns of a subject, or of the tenant if the subject is empty. For
 * queries only: the storage writes the rows, never JPA.
 *
 * @since 0.1.0
 */
@Entity
@Immutable
@Table(name = "adk_standing_instruction", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
public final class StandingInstructionEntity extends SubjectRecord {

  private StandingInstructionEntity() {}
}
