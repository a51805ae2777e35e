package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.hibernate.annotations.Immutable;

/** Chunk of stored bytes. For queries only: the storage writes the rows, never JPA. */
@Entity
@Immutable
@Table(name = "adk_blob_chunk", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(BlobChunkEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
final class BlobChunkEntity extends ConversationRow {

  @Id
  @Column(name = "content_id", nullable = false)
  private String contentId;

  @Id
  @Column(name = "n", nullable = false)
  private int n;

  @Column(name = "lines_before", nullable = false)
  private long linesBefore;

  @Column(name = "data", nullable = false)
  private byte[] data;

  private BlobChunkEntity() {}

  public record Key(String tenant, String conversation, String contentId, int n)
      implements Serializable {}
}
