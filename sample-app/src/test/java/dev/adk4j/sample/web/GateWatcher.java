package dev.adk4j.sample.web;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/** Asks for something that a person has to approve, and knows where the decision goes. */
public final class GateWatcher implements AutoCloseable {

  private final Api api;
  private final String conversation;
  private final ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
  private final CompletableFuture<List<SseEvents.Event>> events = new CompletableFuture<>();
  private final CompletableFuture<JsonNode> opened = new CompletableFuture<>();

  private GateWatcher(Api api, String conversation) {
    this.api = api;
    this.conversation = conversation;
  }

  public static GateWatcher ask(Api api, String conversation, String text) {
    GateWatcher watcher = new GateWatcher(api, conversation);
    watcher.thread.execute(
        () -> {
          try {
            watcher.events.complete(
                api.say(
                    conversation,
                    text,
                    event -> {
                      if (event.name().equals("turnGateOpen")) {
                        watcher.opened.complete(event.data());
                      }
                    }));
          } catch (Exception e) {
            watcher.events.completeExceptionally(e);
          }
        });
    await().atMost(Duration.ofMinutes(5)).until(watcher.opened::isDone);
    return watcher;
  }

  public JsonNode gate() {
    return opened.join();
  }

  public String path() {
    return "/api/conversations/"
        + conversation
        + "/turns/"
        + gate().path("turnId").asString()
        + "/gates/"
        + gate().path("gateId").asString();
  }

  List<SseEvents.Event> events() throws InterruptedException, ExecutionException {
    return events.get();
  }

  String answer() throws InterruptedException, ExecutionException {
    return Api.answer(events());
  }

  /** A gate that is still open goes with its turn. */
  @Override
  public void close() throws Exception {
    if (!events.isDone()) {
      api.postJson(
          "/api/conversations/"
              + conversation
              + "/turns/"
              + gate().path("turnId").asString()
              + "/stop",
          "{}");
    }
    thread.close();
  }
}
