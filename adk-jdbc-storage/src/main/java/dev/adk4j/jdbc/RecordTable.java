package dev.adk4j.jdbc;

import java.util.List;
import java.util.stream.Collectors;

/** Tables with one record per row, and their columns. */
enum RecordTable {
  MESSAGE(
      "adk_message",
      "message",
      "conversation",
      true,
      new Column("role", "role", ColumnType.TEXT),
      new Column("content", "content", ColumnType.TEXT),
      new Column("attachments", "attachments", ColumnType.JSON),
      new Column("identity", "identity", ColumnType.JSON),
      new Column("created_at", "createdAt", ColumnType.INSTANT),
      new Column("updated_at", "updatedAt", ColumnType.INSTANT)),
  THOUGHT(
      "adk_thought",
      "thought",
      "conversation",
      true,
      new Column("content", "content", ColumnType.TEXT),
      new Column("identity", "identity", ColumnType.JSON),
      new Column("payload", "payload", ColumnType.JSON),
      new Column("replay_compatibility", "replayCompatibility", ColumnType.TEXT),
      new Column("created_at", "createdAt", ColumnType.INSTANT),
      new Column("updated_at", "updatedAt", ColumnType.INSTANT)),
  TOOL_CALL(
      "adk_tool_call",
      "tool call",
      "conversation",
      true,
      new Column("provider_id", "providerId", ColumnType.TEXT),
      new Column("tool", "tool", ColumnType.TEXT),
      new Column("args", "args", ColumnType.JSON),
      new Column("requested_args", "requestedArgs", ColumnType.JSON),
      new Column("checksum", "checksum", ColumnType.TEXT),
      new Column("is_complete", "isComplete", ColumnType.BOOLEAN),
      new Column("is_error", "isError", ColumnType.BOOLEAN),
      new Column("results", "results", ColumnType.JSON),
      new Column("payload", "payload", ColumnType.JSON),
      new Column("replay_compatibility", "replayCompatibility", ColumnType.TEXT),
      new Column("from_artifact_tool", "fromArtifactTool", ColumnType.BOOLEAN),
      new Column("inline", "inline", ColumnType.BOOLEAN),
      new Column("created_at", "createdAt", ColumnType.INSTANT),
      new Column("updated_at", "updatedAt", ColumnType.INSTANT),
      new Column("completed_at", "completedAt", ColumnType.INSTANT)),
  RETRIEVABLE(
      "adk_retrievable",
      "retrievable",
      "conversation",
      false,
      new Column("content", "content", ColumnType.TEXT),
      new Column("artifact", "artifact", ColumnType.JSON),
      new Column("trust_tier", "trustTier", ColumnType.TEXT),
      new Column("source", "source", ColumnType.TEXT),
      new Column("kind", "kind", ColumnType.TEXT),
      new Column("score", "score", ColumnType.NUMBER),
      new Column("inline", "inline", ColumnType.BOOLEAN),
      new Column("artifact_type", "artifactConstructor", ColumnType.TEXT),
      new Column("created_at", "createdAt", ColumnType.INSTANT),
      new Column("updated_at", "updatedAt", ColumnType.INSTANT)),
  MEMORY(
      "adk_memory",
      "memory",
      "subject",
      false,
      new Column("content", "content", ColumnType.TEXT),
      new Column("confidence", "confidence", ColumnType.NUMBER),
      new Column("importance", "importance", ColumnType.NUMBER),
      new Column("created_at", "createdAt", ColumnType.INSTANT),
      new Column("updated_at", "updatedAt", ColumnType.INSTANT)),
  STANDING_INSTRUCTION(
      "adk_standing_instruction",
      "standing instruction",
      "subject",
      false,
      new Column("content", "content", ColumnType.TEXT));

  private final String tableName;
  private final String label;
  private final String owner;
  private final boolean numbered;
  private final List<Column> columns;

  RecordTable(String tableName, String label, String owner, boolean numbered, Column... columns) {
    this.tableName = tableName;
    this.label = label;
    this.owner = owner;
    this.numbered = numbered;
    this.columns = List.of(columns);
  }

  String tableName() {
    return tableName;
  }

  /** Returns the name of a row in error messages. */
  String label() {
    return label;
  }

  /** Returns the column of the owner within the tenant. */
  String owner() {
    return owner;
  }

  /** Returns true if the conversation's counter numbers the rows; false if the table does. */
  boolean numbered() {
    return numbered;
  }

  /** Returns true if a column holds the subject of the turn that stored the row. */
  boolean hasSubject() {
    return owner.equals("conversation");
  }

  /** Returns the column with the row's position. */
  String place() {
    return numbered ? "seq" : "ordinal";
  }

  List<Column> columns() {
    return columns;
  }

  /** Returns the names of the columns, each with the prefix, separated by commas. */
  String columnList(String prefix) {
    return columns.stream().map(c -> prefix + c.name()).collect(Collectors.joining(", "));
  }
}
