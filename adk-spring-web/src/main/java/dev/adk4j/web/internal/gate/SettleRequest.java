package dev.adk4j.web.internal.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.value.JsonValue;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Converts the body of a settlement into a decision. */
public final class SettleRequest {

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
    Optional<GateDecision> decision = read(fields);
    violations
        .check(decision.isPresent(), "$.decision", "value", "must be resolve, reject or abort")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return decision.orElseThrow();
  }

  /** Returns the decision of these fields without checking the others; empty if there is none. */
  public static Optional<GateDecision> read(JsonNode fields) {
    JsonNode comment = fields.path("comment");
    return Optional.ofNullable(
        switch (fields.path("decision").asString("")) {
          case "resolve" ->
              new GateDecision.Resolve(
                  fields.has("value") ? JsonValue.of(fields.path("value")) : JsonValue.NULL,
                  fields.path("edited").asBoolean(false));
          case "reject" -> GateDecision.reject(absent(comment) ? null : comment.asString());
          case "abort" -> GateDecision.abort();
          default -> null;
        });
  }

  private static boolean absent(JsonNode field) {
    return field.isMissingNode() || field.isNull();
  }
}
