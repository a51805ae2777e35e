package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.AgentStream;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One tool call: starts a turn, or finds the one that the same call started before. Requests
 * decisions from the client's user, or waits a limited time if the client cannot ask. Used by the
 * request's thread.
 */
final class McpCall {

  /** Interval, in milliseconds, at which a gate is checked for a decision made elsewhere. */
  private static final long LOOK_AROUND = 1_000;

  /** Milliseconds without an event after which a running turn may be waiting at a gate. */
  private static final long LOOK_FOR_GATES = 5_000;

  private static final long HEARTBEAT = 10_000;

  private final McpAgentServer server;
  private final McpSyncServerExchange exchange;
  private final McpTarget target;
  private final McpRunning.Call call;
  private final @Nullable Object progressToken;
  private final String key;
  private final Conversation conversation;
  private final McpGates lookup;
  private final ProtocolGates gates;
  private final McpWaited.@Nullable Waited before;
  private double told;
  private long toldAt = System.nanoTime();

  /** Gates whose decision the client's user gave in this call. */
  private final Set<String> ours = new HashSet<>();

  McpCall(
      McpAgentServer server,
      McpSyncServerExchange exchange,
      CallToolRequest request,
      McpRunning.Call call,
      ProtocolCaller caller,
      McpTarget target) {
    this.server = server;
    this.exchange = exchange;
    this.target = target;
    this.call = call;
    this.progressToken = request.progressToken();
    this.key = caller.key(String.valueOf(target.conversation()), target.checksum());
    this.before = server.waited.find(key).orElse(null);
    this.conversation =
        before != null ? before.conversation() : caller.conversation(target.agent(), target.id());
    this.lookup = server.gates(caller, conversation);
    this.gates = lookup.gates();
  }

  CallToolResult run() throws Exception {
    if (before != null && before.answer() != null) {
      return standing(before.answer());
    }
    Optional<Answer> open = conversation.waiting();
    if (open.isPresent()) {
      return decided(open.get());
    }
    String turn = before == null ? settled() : before.turn();
    if (turn != null && !server.waited.isDelivered(turn)) {
      return decided(answerOf(turn));
    }
    return started();
  }

  /**
   * Returns the turn of the newest decision for this call, from any node; null if there is none.
   */
  private @Nullable String settled() {
    return target.direct() ? lookup.newestTurn() : null;
  }

  private CallToolResult started() throws Exception {
    AgentStream stream = conversation.stream(target.message(), target.options());
    stream.subscribe(new Watch());
    CompletableFuture<Answer> answer = stream.answer();
    try {
      return standing(woken(answer));
    } catch (CancellationException e) {
      stream.abort();
      throw e;
    } catch (AgentWaitingException e) {
      return decided(e.answer());
    }
  }

  /** Waits for the answer of a turn that may block at a gate without ending. */
  private CallToolResult standing(CompletableFuture<Answer> answer) throws Exception {
    long looked = System.nanoTime();
    while (!answer.isDone()) {
      await();
      if (System.nanoTime() - looked > LOOK_FOR_GATES * 1_000_000 && !answer.isDone()) {
        Optional<GateRecord> open = lookup.open().stream().findFirst();
        if (open.isPresent() && !awaitDecision(open.get().ref(), null)) {
          server.waited.note(key, new McpWaited.Waited(conversation, null, answer));
          return McpResults.waiting(open.get().ref(), Map.of());
        }
        looked = System.nanoTime();
      }
    }
    return decided(joined(answer));
  }

  /** Requests decisions on the gates of a waiting turn, and waits for the outcome. */
  private CallToolResult decided(Answer first) throws Exception {
    Answer answer = first;
    while (answer.status() == Answer.Status.WAITING) {
      for (WaitingGate gate : answer.gates()) {
        if (!isDecided(gate)) {
          server.waited.note(key, new McpWaited.Waited(conversation, answer.turnId(), null));
          return McpResults.waiting(answer, target);
        }
      }
      progress("decided");
      answer = answerOf(answer.turnId());
    }
    server.waited.delivered(key, answer.turnId());
    return McpResults.answered(answer, target, lookup.tell(answer, ours));
  }

  private boolean isDecided(WaitingGate gate) throws Exception {
    ClientCapabilities client = exchange.getClientCapabilities();
    boolean asks =
        client != null
            && client.elicitation() != null
            && (client.elicitation().form() != null || client.elicitation().url() == null);
    Optional<McpForm> form = asks ? McpForm.of(gate) : Optional.empty();
    return form.isPresent() && gates.mayDecide(gate.id())
        ? asked(gate, form.get())
        : awaitDecision(gate.id(), null);
  }

  private boolean asked(WaitingGate gate, McpForm form) throws Exception {
    CompletableFuture<ElicitResult> asked =
        apart(
            () ->
                exchange.createElicitation(
                    ElicitFormRequest.builder(form.message(), form.schema()).build()));
    boolean decided = awaitDecision(gate.id(), asked);
    if (!asked.isDone() || asked.isCompletedExceptionally()) {
      return decided;
    }
    // the user has answered; an answer that came too late is recorded as such
    ElicitResult result = asked.join();
    try {
      return settle(gate.id(), form, result) || decided;
    } catch (AdkException e) {
      if (AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)) {
        return true;
      }
      throw e;
    }
  }

  /** Returns false if the user closed the form without a decision. */
  private boolean settle(String gate, McpForm form, ElicitResult result) {
    if (result.action() == ElicitResult.Action.CANCEL) {
      return false;
    }
    Map<String, Object> content = result.content() == null ? Map.of() : result.content();
    boolean accepted = result.action() == ElicitResult.Action.ACCEPT;
    if (accepted && !form.isDecision()) {
      GateDecision value = new GateDecision.Resolve(form.value(content), false);
      gates.settle(gate, value);
    } else {
      boolean yes = accepted && form.isYes(content);
      JsonValue edited = yes ? form.edited(content) : null;
      gates.settle(new ProtocolGates.Approval(gate, yes, edited, form.reason(content)));
    }
    ours.add(gate);
    return true;
  }

  /**
   * Waits for a decision, through this protocol or another.
   *
   * @param asked also ends the wait; null for none
   * @return false if there was no decision in time
   */
  private boolean awaitDecision(String gate, @Nullable CompletableFuture<?> asked)
      throws Exception {
    long end = System.nanoTime() + server.hold.toNanos();
    while (gates.isOpen(gate)) {
      if ((asked != null && asked.isDone()) || System.nanoTime() >= end) {
        return false;
      }
      await();
    }
    return true;
  }

  private Answer answerOf(String turn) throws Exception {
    CompletableFuture<Answer> answer = apart(() -> conversation.answer(turn));
    try {
      while (!answer.isDone()) {
        await();
      }
      return joined(answer);
    } catch (CancellationException e) {
      conversation.abort(turn);
      throw e;
    } catch (AgentTurnException e) {
      server.waited.delivered(key, turn);
      throw e;
    }
  }

  /** Waits briefly, and sends the client any news. */
  private void await() throws InterruptedException {
    String message = call.await(LOOK_AROUND);
    if (call.isCancelled()) {
      throw new CancellationException("The client canceled the call.");
    }
    if (message != null) {
      progress(message);
    } else if (System.nanoTime() - toldAt > HEARTBEAT * 1_000_000) {
      progress("still running");
    }
  }

  /**
   * Sends progress to a client that requested it. The value increases; the final one is unknown.
   */
  private void progress(String message) {
    toldAt = System.nanoTime();
    if (progressToken != null) {
      exchange.progressNotification(
          new ProgressNotification(progressToken, ++told, null, message, null));
    }
  }

  private <T> CompletableFuture<T> woken(CompletableFuture<T> future) {
    future.whenComplete((done, failed) -> call.wake());
    return future;
  }

  private <T> CompletableFuture<T> apart(Supplier<T> work) {
    return woken(
        CompletableFuture.supplyAsync(
            work, task -> Thread.ofVirtual().name("adk-mcp-call").start(task)));
  }

  private static Answer joined(CompletableFuture<Answer> answer) throws Exception {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception failed ? failed : e;
    }
  }

  /** Reports the progress of the turn without slowing it; the answer's future reports its end. */
  private final class Watch implements Flow.Subscriber<AgentEvent> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(AgentEvent event) {
      if (event instanceof TurnToolCallContent tool && !tool.tool().isEmpty()) {
        call.tell(tool.isComplete() ? tool.tool() + " is done" : tool.tool() + " is called");
      }
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
