package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.stored.TurnStore.Attempt;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates the records of attempts to settle gates, and checks what is recorded. */
final class GateAttempts {

  private static final int LONGEST_DETAIL = 2_000;

  private GateAttempts() {}

  /** Returns the attempt of an actor that names the gate by its reference. */
  static Attempt of(
      GateRecord gate,
      GateActor actor,
      GateDecision decision,
      boolean edited,
      boolean provisional) {
    JsonValue value = decision instanceof GateDecision.Resolve resolve ? resolve.value() : null;
    String comment = decision instanceof GateDecision.Reject reject ? reject.comment() : null;
    GateDecision.Kind kind = GateDecision.Kind.of(decision);
    return new Attempt(
        Ids.next(), gate.tenant(), gate.ref(), kind, actor, value, edited, comment, provisional);
  }

  /** Returns the attempt of an actor as the decision says it. */
  static Attempt of(GateRecord gate, GateActor actor, GateDecision decision) {
    return of(gate, actor, decision, edited(decision), false);
  }

  static boolean edited(GateDecision decision) {
    return decision instanceof GateDecision.Resolve resolve && resolve.edited();
  }

  /**
   * Returns the attempt of code of this process that holds the gate.
   *
   * @param error null for a resolution
   */
  static Attempt inProcess(
      String tenant,
      String ref,
      @Nullable Object value,
      @Nullable Throwable error,
      boolean edited) {
    GateDecision.Kind kind = GateDecision.Kind.of(error);
    return new Attempt(
        Ids.next(),
        tenant,
        ref,
        kind,
        GateActor.process(GateActor.IN_PROCESS),
        error == null ? json(value) : null,
        edited,
        error != null && kind == GateDecision.Kind.REJECT ? error.getMessage() : null,
        false);
  }

  private static @Nullable JsonValue json(@Nullable Object value) {
    try {
      return JsonValue.of(value);
    } catch (RuntimeException notJson) {
      return null;
    }
  }

  /** Returns true if the decision that was made says the same. */
  static boolean says(GateDecisionRecord made, GateDecision decision) {
    return switch (decision) {
      case GateDecision.Resolve(JsonValue value, boolean edited) ->
          made.valueKept() && value.equals(made.value());
      case GateDecision.Reject(String comment) ->
          made.kind() == GateDecision.Kind.REJECT && Objects.equals(comment, made.comment());
      case GateDecision.Abort abort -> made.kind() == GateDecision.Kind.ABORT;
    };
  }

  /** Throws {@code E_INPUT_TOO_LARGE} for a value or a comment over the limits. */
  static void checkSize(GateDecision decision, GateService.Options options) {
    if (decision instanceof GateDecision.Resolve resolve) {
      int bytes = resolve.value().text().getBytes(StandardCharsets.UTF_8).length;
      checkSize("value", bytes, options.maxValue(), "bytes of JSON");
    } else if (decision instanceof GateDecision.Reject reject && reject.comment() != null) {
      checkSize("comment", reject.comment().length(), options.maxComment(), "characters");
    }
  }

  private static void checkSize(String field, int size, int most, String unit) {
    if (size > most) {
      throw AdkException.of(AdkErrorCode.E_INPUT_TOO_LARGE)
          .message(
              "The field '%s' has %d %s; at most %d are taken.".formatted(field, size, unit, most))
          .args(field, size, most)
          .build();
    }
  }

  /** Returns the problem with a value, cut to the length that is recorded. */
  static String detail(Throwable problem) {
    String message = String.valueOf(problem.getMessage());
    if (message.length() <= LONGEST_DETAIL) {
      return message;
    }
    boolean halved = Character.isHighSurrogate(message.charAt(LONGEST_DETAIL - 2));
    return message.substring(0, LONGEST_DETAIL - (halved ? 2 : 1)) + "\u2026";
  }
}
