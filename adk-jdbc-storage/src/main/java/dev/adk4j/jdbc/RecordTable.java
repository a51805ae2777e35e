package dev.adk4j.jdbc;

import static dev.adk4j.jdbc.Column.flag;
import static dev.adk4j.jdbc.Column.instant;
import static dev.adk4j.jdbc.Column.json;
import static dev.adk4j.jdbc.Column.number;
import static dev.adk4j.jdbc.Column.text;

import java.util.List;
import java.util.stream.Collectors;

/** Tables with one record per row, and their columns. */
enum RecordTable {
  MESSAGE(
      "adk_message",
      "message",
      "conversation",
      true,
      text("role", "role"),
      text("content", "content"),
      json("attachments", "attachments"),
      json("identity", "identity"),
      instant("created_at", "createdAt"),
      instant("updated_at", "updatedAt")),
  THOUGHT(
      "adk_thought",
      "thought",
      "conversation",
      true,
      text("content", "content"),
      json("identity", "identity"),
      json("payload", "payload"),
      text("replay_compatibility", "replayCompatibility"),
      instant("created_at", "createdAt"),
      instant("updated_at", "updatedAt")),
  TOOL_CALL(
      "adk_tool_call",
      "tool call",
      "conversation",
      true,
      text("provider_id", "providerId"),
      text("tool", "tool"),
      json("args", "args"),
      json("requested_args", "requestedArgs"),
      text("checksum", "checksum"),
      flag("is_complete", "isComplete"),
      flag("is_error", "isError"),
      json("results", "results"),
      json("payload", "payload"),
      text("replay_compatibility", "replayCompatibility"),
      flag("from_artifact_tool", "fromArtifactTool"),
      flag("inline", "inline"),
      instant("created_at", "createdAt"),
      instant("updated_at", "updatedAt"),
      instant("completed_at", "completedAt")),
  RETRIEVABLE(
      "adk_retrievable",
      "retrievable",
      "conversation",
      false,
      text("content", "content"),
      json("artifact", "artifact"),
      text("trust_tier", "trustTier"),
      text("source", "source"),
      text("kind", "kind"),
      number("score", "score"),
      flag("inline", "inline"),
      text("artifact_type", "artifactConstructor"),
      instant("created_at", "createdAt"),
      instant("updated_at", "updatedAt")),
  MEMORY(
      "adk_memory",
      "memory",
      "subject",
      false,
      text("content", "content"),
      number("confidence", "confidence"),
      number("importance", "importance"),
      instant("created_at", "createdAt"),
      instant("updated_at", "updatedAt")),
  STANDING_INSTRUCTION(
      "adk_standing_instruction",
      "standing instruction",
      "subject",
      false,
      text("content", "content"));

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
