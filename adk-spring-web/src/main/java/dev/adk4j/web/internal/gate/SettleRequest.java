package dev.adk4j.web.internal.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.value.JsonValue;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Converts the body of a settlement into a decision. */
final class SettleRequest {

  private static final Set<String> FIELDS = Set.of("decision", "value", "edited", "comment");

  private SettleRequest() {}

  /**
   * Returns the decision of {@code {"decision": "resolve" | "reject" | "abort", "value": any JSON,
   * "edited": boolean, "comment": text}}. Throws {@code VALIDATION_EXCEPTION} for anything else.
   */
  static GateDecision decision(JsonValue body) {
    JsonNode fields = body.node();
    Violations violations = new Violations();
    for (String name : fields.propertyNames()) {
      violations.check(FIELDS.contains(name), "$." + name, "unknown", "is not a known field");
    }
    JsonNode edited = fields.path("edited");
    JsonNode comment = fields.path("comment");
    violations
        .check(absent(edited) || edited.isBoolean(), "$.edited", "type", "must be true or false")
        .check(absent(comment) || comment.isString(), "$.comment", "type", "must be a text");
    String decision = fields.path("decision").asString("");
    violations.check(
        fields.path("decision").isString()
            && Set.of("resolve", "reject", "abort").contains(decision),
        "$.decision",
        "value",
        "must be resolve, reject or abort");
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return switch (decision) {
      case "resolve" ->
          new GateDecision.Resolve(
              fields.has("value") ? JsonValue.of(fields.path("value")) : JsonValue.NULL,
              edited.asBoolean(false));
      case "reject" -> GateDecision.reject(absent(comment) ? null : comment.asString());
      default -> GateDecision.abort();
    };
  }

  private static boolean absent(JsonNode field) {
    return field.isMissingNode() || field.isNull();
  }
}
