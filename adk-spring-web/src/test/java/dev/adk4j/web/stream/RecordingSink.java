package dev.adk4j.web.stream;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A client that can be slow, or leave. */
final class RecordingSink implements StreamSink {

  private final List<StreamEvent> events = new CopyOnWriteArrayList<>();
  private final Semaphore arrived = new Semaphore(0);
  private final CountDownLatch completed = new CountDownLatch(1);
  private final CountDownLatch heartbeat = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final CompletableFuture<String> unnumbered = new CompletableFuture<>();
  private volatile int failAfter = Integer.MAX_VALUE;
  private volatile int blockAfter = Integer.MAX_VALUE;

  RecordingSink failingAfter(int events) {
    failAfter = events;
    return this;
  }

  RecordingSink blockedAfter(int events) {
    blockAfter = events;
    return this;
  }

  void release() {
    released.countDown();
  }

  @Override
  public void send(StreamEvent event) throws IOException {
    if (events.size() >= failAfter) {
      throw new IOException("the client has left");
    }
    if (events.size() >= blockAfter) {
      await(released);
    }
    events.add(event);
    arrived.release();
  }

  @Override
  public void sendUnnumbered(String name, String data) {
    unnumbered.complete(data);
  }

  @Override
  public void heartbeat() {
    heartbeat.countDown();
  }

  @Override
  public void complete() {
    completed.countDown();
  }

  List<StreamEvent> events() {
    return List.copyOf(events);
  }

  void awaitEvents(int count) throws InterruptedException {
    if (!arrived.tryAcquire(count, 2, TimeUnit.MINUTES)) {
      throw new AssertionError("only these events came: " + events);
    }
  }

  List<StreamEvent> awaitEnd() throws InterruptedException {
    await(completed);
    return events();
  }

  String awaitUnnumbered() throws Exception {
    return unnumbered.get(2, TimeUnit.MINUTES);
  }

  boolean awaitHeartbeat(long time, TimeUnit unit) throws InterruptedException {
    return heartbeat.await(time, unit);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(2, TimeUnit.MINUTES)) {
        throw new AssertionError("nothing happened for two minutes");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
