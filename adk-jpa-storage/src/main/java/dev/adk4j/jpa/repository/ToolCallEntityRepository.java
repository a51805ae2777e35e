package dev.adk4j.jpa.repository;

import dev.adk4j.jpa.entity.ToolCallEntity;
import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/**
 * Queries stored tool calls.
 *
 * @since 0.1.0
 */
public interface ToolCallEntityRepository extends ConversationRecords<ToolCallEntity> {

  /** Returns all tool calls of a conversation, oldest first. */
  List<ToolCallEntity> findByTenantAndConversationOrderBySeq(String tenant, String conversation);

  /** Returns a slice of a tenant's calls of one tool, in the order of the page request. */
  Slice<ToolCallEntity> findByTenantAndTool(String tenant, String tool, Pageable page);
}
