package dev.adk4j.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/**
 * Description of stored bytes. The bytes are in {@link BlobChunkEntity}. For queries only: the
 * storage writes the rows, never JPA.
 */
@Entity
@Immutable
@Table(name = "adk_blob", schema = AdkNamingStrategy.LOGICAL_SCHEMA)
@IdClass(BlobEntity.Key.class)
@SuppressWarnings("NullAway.Init") // JPA fills the fields
final class BlobEntity extends ConversationRow {

  @Id
  @Column(name = "content_id", nullable = false)
  private String contentId;

  @Column(name = "kind", nullable = false)
  private String kind;

  @Convert(converter = StoredText.class)
  @Column(name = "id", nullable = false)
  private String id;

  @Convert(converter = StoredText.class)
  @Column(name = "current_id")
  private @Nullable String currentId;

  @Column(name = "chunk_size", nullable = false)
  private int chunkSize;

  @Column(name = "byte_length")
  private @Nullable Long byteLength;

  @Column(name = "line_count")
  private @Nullable Long lineCount;

  @Convert(converter = EpochMillis.class)
  @Column(name = "created_at", nullable = false)
  private Instant createdAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "completed_at")
  private @Nullable Instant completedAt;

  @Convert(converter = EpochMillis.class)
  @Column(name = "replaced_at")
  private @Nullable Instant replacedAt;

  private BlobEntity() {}

  public record Key(String tenant, String conversation, String contentId) implements Serializable {}
}
