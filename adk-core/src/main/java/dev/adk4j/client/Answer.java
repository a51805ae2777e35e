package dev.adk4j.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.adk4j.answer.AnswerType;
import dev.adk4j.answer.TypeRef;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Describes how a turn ended: with the assistant's message, or waiting for a decision. Immutable. A
 * controller may return it: its JSON form has the text, the status, the open gates and the usage,
 * and leaves out what is not known.
 *
 * @since 0.1.0
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public final class Answer {

  /** End of a turn that did not fail. */
  public enum Status {
    /** The agent answered. */
    COMPLETED,
    /** Calls of tools wait for a decision; see {@link Answer#gates()}. */
    WAITING
  }

  private final String turnId;
  private final Status status;
  private final @Nullable Message message;
  private final List<WaitingGate> gates;
  private final List<ToolCall> toolCalls;
  private final GenerationStats usage;
  private final @Nullable BigDecimal cost;
  private final @Nullable AnswerType<?> type;

  private Answer(
      String turnId,
      Status status,
      @Nullable Message message,
      List<WaitingGate> gates,
      List<ToolCall> toolCalls,
      GenerationStats usage,
      @Nullable BigDecimal cost,
      @Nullable AnswerType<?> type) {
    this.turnId = turnId;
    this.status = status;
    this.message = message;
    this.gates = List.copyOf(gates);
    this.toolCalls = List.copyOf(toolCalls);
    this.usage = usage;
    this.cost = cost;
    this.type = type;
  }

  static Answer completed(
      String turnId,
      Message message,
      List<ToolCall> toolCalls,
      GenerationStats usage,
      @Nullable BigDecimal cost,
      @Nullable AnswerType<?> type) {
    return new Answer(turnId, Status.COMPLETED, message, List.of(), toolCalls, usage, cost, type);
  }

  static Answer waiting(
      String turnId,
      @Nullable Message message,
      List<WaitingGate> gates,
      GenerationStats usage,
      @Nullable BigDecimal cost) {
    return new Answer(turnId, Status.WAITING, message, gates, List.of(), usage, cost, null);
  }

  /** Returns the turn, as its events and records name it. */
  @JsonProperty
  public String turnId() {
    return turnId;
  }

  @JsonProperty
  public Status status() {
    return status;
  }

  /** Returns the message's text; empty if no message exists or it has attachments only. */
  @JsonProperty
  public String text() {
    return message == null ? "" : message.text();
  }

  /**
   * Returns the value that was requested by {@code ask(text, type)} or {@link
   * TurnOptions#answer(Class)}, also if the turn waited for a decision in between.
   *
   * @throws AgentWaitingException if the turn still waits for a decision
   * @throws AgentTurnException with {@code E_ANSWER_TYPE} if the answer is not such a value
   * @throws IllegalStateException if text or another type was requested: the type is part of the
   *     question
   */
  public <T> T value(Class<T> type) {
    return value(AnswerType.of(type));
  }

  /** Returns a value of a generic type; see {@link #value(Class)}. */
  public <T> T value(TypeRef<T> type) {
    return value(AnswerType.of(type));
  }

  /** Returns a value of a type that is known at run time; see {@link #value(Class)}. */
  public <T> T value(AnswerType<T> wanted) {
    completed();
    if (type == null || !type.hasSchemaOf(wanted)) {
      throw new IllegalStateException(
          "Turn "
              + turnId
              + " was asked for "
              + (type == null ? "text" : "a " + type)
              + ", not for a "
              + wanted
              + "; name the type when you ask: ask(text, type), or send(text, o -> o.answer(type)).");
    }
    try {
      return wanted.read(text());
    } catch (AdkException e) {
      throw AgentTurnException.failed(turnId, e);
    }
  }

  Answer completed() {
    if (status == Status.WAITING) {
      throw new AgentWaitingException(this);
    }
    return this;
  }

  /**
   * Returns the last message of the assistant.
   *
   * @throws IllegalStateException if the turn waits and has no message yet
   */
  public Message message() {
    if (message == null) {
      throw new IllegalStateException(
          "Turn " + turnId + " waits for a decision and has no message; look at status().");
    }
    return message;
  }

  /** Returns the gates that must be decided; empty for a completed turn. */
  @JsonProperty
  public List<WaitingGate> gates() {
    return gates;
  }

  /** Returns the records of the tool calls that the turn made, in order. */
  public List<ToolCall> toolCalls() {
    return toolCalls;
  }

  /** Returns the sum over all generations of the turn. Every field may be absent. */
  @JsonProperty
  public GenerationStats usage() {
    return usage;
  }

  /**
   * Returns the cost in the currency of the price table; empty if a price or a count is missing.
   */
  @JsonProperty
  public Optional<BigDecimal> cost() {
    return Optional.ofNullable(cost);
  }

  /** Returns the reason why the last generation ended, such as {@code stop}; empty if unknown. */
  @JsonProperty
  public Optional<String> finishReason() {
    return Optional.ofNullable(usage.finishReason());
  }

  /**
   * Returns the only open gate.
   *
   * @throws IllegalStateException if no gate or more than one gate is open
   */
  public WaitingGate gate() {
    if (gates.size() != 1) {
      throw new IllegalStateException(
          "Turn " + turnId + " has " + gates.size() + " open gates; look at gates().");
    }
    return gates.getFirst();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Answer answer
        && turnId.equals(answer.turnId)
        && status == answer.status
        && Objects.equals(message, answer.message)
        && gates.equals(answer.gates);
  }

  @Override
  public int hashCode() {
    return turnId.hashCode();
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "Answer[" + turnId + ", " + status + "]";
  }
}
