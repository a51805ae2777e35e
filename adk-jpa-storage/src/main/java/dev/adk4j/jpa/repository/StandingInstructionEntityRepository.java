package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.StandingInstructionEntity;

/**
 * Queries stored standing instructions.
 *
 * @since 0.1.0
 */
public interface StandingInstructionEntityRepository
    extends SubjectRecords<StandingInstructionEntity> {}
