package dev.adk4j.sample.approval;

import dev.adk4j.gate.GateSchema;
import dev.adk4j.schema.JsonSchema;

/**
 * Request of a tool for approval.
 *
 * @param question what the person is asked, such as {@code Publish this note?}
 * @param args the tool's arguments as a record; a person may change them
 * @param schema what changed arguments have to fit, as JSON Schema
 */
public record ApprovalRequest<T extends Record>(
    String tool, String question, T args, JsonSchema schema) {

  GateSchema<T> gateSchema() {
    return GateSchema.typed(schema, type());
  }

  @SuppressWarnings("unchecked")
  private Class<T> type() {
    return (Class<T>) args.getClass();
  }
}
