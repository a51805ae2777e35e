package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.SubjectRecord;
import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;

/**
 * Queries rows that belong to a subject.
 *
 * @since 0.1.0
 */
@NoRepositoryBean
public interface SubjectRecords<T extends SubjectRecord> extends Repository<T, SubjectRecord.Key> {

  /** Returns all rows of a subject, in insertion order. */
  List<T> findByTenantAndSubjectOrderByOrdinal(String tenant, String subject);

  /** Returns a slice of a tenant's rows, in the order of the page request. */
  Slice<T> findByTenant(String tenant, Pageable page);

  /** Counts a subject's rows. */
  long countByTenantAndSubject(String tenant, String subject);
}
