package dev.adk4j.web.stream;

import dev.adk4j.client.AgentStream;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** Writes each kind of event as JSON. */
final class EventJson {

  private final boolean errorMessages;

  EventJson(boolean errorMessages) {
    this.errorMessages = errorMessages;
  }

  /** Returns a delta, with the full text if it completes the stream. */
  StreamJson delta(TurnStreamableContent content) {
    StreamJson json =
        StreamJson.of(content.turnId())
            .put("id", content.id())
            .put("at", content.updatedAt())
            .put("delta", content.aDelta())
            .put("complete", content.isComplete());
    return content.isComplete() ? json.put("full", content.full()) : json;
  }

  /** Returns the text so far of a stream that was not completed before its turn ended. */
  StreamJson partial(TurnStreamableContent content) {
    return StreamJson.of(content.turnId())
        .put("id", content.id())
        .put("at", content.updatedAt())
        .put("delta", "")
        .put("complete", false)
        .put("partial", true)
        .put("full", content.full());
  }

  StreamJson toolCall(TurnToolCallContent call) {
    StreamJson json =
        StreamJson.of(call.turnId())
            .put("id", call.id())
            .put("at", call.updatedAt())
            .put("tool", call.tool())
            .put("checksum", call.checksum())
            .put("complete", call.isComplete())
            .put("error", call.isError());
    JsonValue args = call.args();
    if (args != null) {
      json.put("args", args.node());
    }
    return call.results() == null ? json : json.put("results", ToolResultsJson.of(call.results()));
  }

  /** Returns what another agent's turn within this one tells a reader; null for all else. */
  @Nullable StreamJson inner(InnerEvent inner) {
    StreamJson json = StreamJson.of(inner.turnId());
    AgentEvent event = inner.event();
    while (event instanceof InnerEvent further) {
      inner = further;
      event = further.event();
    }
    json.put("callId", inner.callId()).put("agent", inner.agent());
    return switch (event) {
      case AgentStream.Text text ->
          json.put("event", "message").put("id", text.messageId()).put("delta", text.text());
      case AgentStream.Thought thought ->
          json.put("event", "thought").put("id", thought.thoughtId()).put("delta", thought.text());
      case TurnToolCallContent call ->
          json.put("event", "toolCall")
              .put("id", call.id())
              .put("tool", call.tool())
              .put("complete", call.isComplete())
              .put("error", call.isError());
      case AgentStream.Gate gate ->
          json.put("event", "gate")
              .put("ref", gate.gate().id())
              .put("reason", gate.gate().reason());
      default -> null;
    };
  }

  StreamJson gateOpen(TurnGate gate) {
    StreamJson json =
        StreamJson.of(gate.turnId())
            .put("gateId", gate.id())
            .put("at", gate.createdAt())
            .put("reason", gate.reason());
    gate.ref().ifPresent(ref -> json.put("ref", ref));
    return json.put("payload", gate.payloadJson().node());
  }

  StreamJson gateClosed(TurnGateClosed closed) {
    return StreamJson.of(closed.turnId())
        .put("gateId", closed.gateId())
        .put("at", closed.settledAt())
        .put("result", closed.result().wire());
  }

  /**
   * Returns the error's code and its meaning, or its message, which may name internals, if the
   * options ask for it.
   */
  StreamJson error(ErrorEvent event) {
    AdkException error = event.error();
    return StreamJson.of(event.turnId())
        .put("code", error.code())
        .put("status", error.status())
        .put(
            "message",
            errorMessages ? String.valueOf(error.getMessage()) : error.errorCode().meaning());
  }

  StreamJson end(TurnEnd end, TurnOutcome outcome) {
    return StreamJson.of(end.turnId())
        .put("at", end.endedAt())
        .put("status", outcome.wire())
        .put("durationMs", end.durationMs());
  }
}
