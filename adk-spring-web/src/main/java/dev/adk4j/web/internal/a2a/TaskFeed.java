package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;

/** Passes the events of a turn to its task, with or without followers. */
final class TaskFeed implements StreamSink {

  private final A2aTask task;
  private final Runnable then;

  /**
   * @param then called after the last event
   */
  TaskFeed(A2aTask task, Runnable then) {
    this.task = task;
    this.then = then;
  }

  @Override
  public void send(StreamEvent event) {
    StreamEvent.Piece piece = event.piece();
    if (piece == null) {
      task.event(event.name(), Json.mapper().readTree(event.data()));
    } else if (event.name().equals("message")) {
      task.piece(piece);
    }
  }

  @Override
  public void sendUnnumbered(String name, String data) {
    task.failed(
        new AdkException(
            WebErrorCode.E_STREAM_EVENTS_GONE, "The events of the turn are no longer held."));
  }

  @Override
  public void flush() {
    task.tell();
  }

  @Override
  public void heartbeat() {}

  @Override
  public boolean isClient() {
    return false;
  }

  @Override
  public void complete() {
    try {
      task.over();
      then.run();
    } catch (AdkException e) {
      task.failed(e);
    }
  }
}
