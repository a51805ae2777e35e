package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.MemoryEntity;

/**
 * Queries stored memories.
 *
 * @since 0.1.0
 */
public interface MemoryEntityRepository extends SubjectRecords<MemoryEntity> {}
