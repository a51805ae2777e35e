package dev.adk4j.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns of one conversation, sent at the same time and while one waits. */
@Timeout(60)
class LaneTests extends ParkingAgents {

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, CountDownLatch> doors = new ConcurrentHashMap<>();
  private final AtomicReference<Conversation> nested = new AtomicReference<>();
  private final AtomicReference<GateActor> authenticated = new AtomicReference<>(BOSS);
  private final AgentClient client = client();
  private final Conversation conversation = client.conversation("ann", "c");

  LaneTests() {
    super(GatePolicy.strict());
  }

  @AfterEach
  void open() {
    doors.values().forEach(CountDownLatch::countDown);
  }

  private AgentClient client() {
    Tool pay =
        pay(
            "n",
            "integer",
            (args, ctx, meta) -> {
              pass("paying");
              return ToolOutput.text("paid");
            });
    return agent(runner(this::answer, pay).build())
        .actors(() -> Optional.ofNullable(authenticated.get()))
        .build();
  }

  /** Answers with all that users said; {@code pay} needs an approval. */
  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    List<Message> messages = ctx.turnMessages().snapshot();
    String asked = messages.getLast().text();
    List<ToolCall> calls = ctx.turnToolCalls().snapshot();
    if (asked.equals("pay") && calls.isEmpty()) {
      log.add("pay?");
      call(ctx, helpers, List.of(request("pay", "{}")));
      return;
    }
    if (asked.equals("nested")) {
      CompletableFuture<String> inner = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> inner.complete(nested.get().ask("inner")));
      log.add("inner " + inner.get());
    }
    log.add("begin " + asked);
    pass(asked);
    log.add("end " + asked);
    ctx.storeMessage(
        Message.assistant(
            String.join(
                "+",
                messages.stream()
                    .filter(m -> m.role() == dev.adk4j.primitive.MessageRole.USER)
                    .map(Message::text)
                    .toList())));
    ctx.ack();
  }

  private void pass(String name) throws InterruptedException {
    CountDownLatch door = doors.get(name);
    if (door != null) {
      door.await();
    }
  }

  private CountDownLatch hold(String name) {
    return doors.computeIfAbsent(name, any -> new CountDownLatch(1));
  }

  private CompletableFuture<Answer> sent(String text, WhileWaiting whileWaiting) {
    return conversation.stream(text, o -> o.whileWaiting(whileWaiting)).answer();
  }

  private CompletableFuture<Answer> begun(String text) {
    CompletableFuture<Answer> answer = sent(text, WhileWaiting.REFUSE);
    await().until(() -> log.contains("begin " + text));
    return answer;
  }

  private static void assertAborted(CompletableFuture<Answer> answer) {
    assertThatThrownBy(answer::join)
        .cause()
        .isInstanceOf(AgentTurnException.class)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_TURN_ABORTED));
  }

  @Test
  void runsTurnsOfAConversationInTheOrderOfAcceptance() {
    CountDownLatch first = hold("1");
    CompletableFuture<Answer> one = begun("1");
    CompletableFuture<Answer> two = sent("2", WhileWaiting.REFUSE);
    CompletableFuture<Answer> three = sent("3", WhileWaiting.REFUSE);
    assertThat(client.conversation("bob", "c").ask("other")).isEqualTo("other");
    assertThat(log).doesNotContain("begin 2", "begin 3");
    first.countDown();

    assertThat(three.join().text()).isEqualTo("1+2+3");
    assertThat(one.join().text()).isEqualTo("1");
    assertThat(two.join().text()).isEqualTo("1+2");
    assertThat(log)
        .filteredOn(entry -> !entry.endsWith("other"))
        .containsExactly("begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3");
  }

  @Test
  void sharesTheLaneBetweenAgents() {
    CountDownLatch first = hold("1");
    begun("1");
    AgentStream other =
        client.toBuilder().name("other").build().conversation("ann", "c").stream("2");
    CompletableFuture<Answer> two = other.answer();
    first.countDown();
    assertThat(two.join().text()).isEqualTo("1+2");
  }

  @Test
  void startsATurnWithinATurnAtOnce() {
    nested.set(conversation);
    assertThat(conversation.ask("nested")).isEqualTo("nested");
    assertThat(log).contains("inner nested+inner", "end nested");
    assertThat(conversation.ask("after")).endsWith("+after");
  }

  @Test
  void leavesTheLaneWhenItIsAborted() {
    CountDownLatch first = hold("1");
    CompletableFuture<Answer> one = begun("1");
    AgentStream two = conversation.stream("2");
    CompletableFuture<Answer> answer = two.answer();
    two.abort();
    assertAborted(answer);
    first.countDown();
    one.join();
    assertThat(conversation.ask("3")).isEqualTo("1+3");
  }

  @Test
  void leavesTheLaneWhenItsThreadIsInterrupted() throws Exception {
    CountDownLatch first = hold("1");
    CompletableFuture<Answer> one = begun("1");
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread second =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    conversation.send("2");
                  } catch (Throwable e) {
                    failure.complete(e);
                  }
                });
    second.interrupt();
    assertThat(failure.get())
        .isInstanceOf(AgentTurnException.class)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_TURN_ABORTED));
    first.countDown();
    one.join();
    assertThat(conversation.ask("3")).isEqualTo("1+3");
  }

  @Test
  void refusesAMessageThatWaitedForATurnThatWaits() {
    CountDownLatch first = hold("1");
    begun("1");
    CompletableFuture<Answer> pay = sent("pay", WhileWaiting.REFUSE);
    CompletableFuture<Answer> last = sent("2", WhileWaiting.REFUSE);
    first.countDown();
    assertThat(pay.join().status()).isEqualTo(Answer.Status.WAITING);
    assertThatThrownBy(last::join)
        .cause()
        .isInstanceOfSatisfying(
            AgentWaitingException.class,
            e -> assertThat(e.gates()).containsExactly(pay.join().gate()));
    assertThat(log).doesNotContain("begin 2");
  }

  @Test
  void queuedMessageRunsAfterTheTurnThatWaited() {
    Answer asked = conversation.send("pay");
    CountDownLatch paying = hold("paying");
    CompletableFuture<Answer> two = sent("2", WhileWaiting.QUEUE);
    CompletableFuture<Answer> three = sent("3", WhileWaiting.QUEUE);
    assertThatThrownBy(() -> conversation.send("refused"))
        .isInstanceOf(AgentWaitingException.class);
    CompletableFuture<Answer> paid =
        CompletableFuture.supplyAsync(() -> conversation.decide(asked.gate(), true));
    assertThat(two).isNotDone();
    paying.countDown();

    assertThat(paid.join().text()).isEqualTo("pay");
    assertThat(two.join().text()).isEqualTo("pay+2");
    assertThat(three.join().text()).isEqualTo("pay+2+3");
  }

  @Test
  void queuedMessageIsAbortedWhenTheProcessStops() {
    conversation.send("pay");
    CompletableFuture<Answer> two = sent("2", WhileWaiting.QUEUE);
    waiting.close();
    assertAborted(two);
    assertThat(log).doesNotContain("begin 2");
  }

  @Test
  void blockedCallWaitsInTheQueue() throws Exception {
    AgentClient queues = client.toBuilder().whileWaiting(WhileWaiting.QUEUE).build();
    Answer asked = conversation.send("pay");
    CompletableFuture<String> two = new CompletableFuture<>();
    Thread sender =
        Thread.ofVirtual().start(() -> two.complete(queues.conversation("ann", "c").ask("2")));
    await().until(() -> sender.getState() == Thread.State.TIMED_WAITING);
    conversation.decide(asked.gate(), false);
    assertThat(two.get()).isEqualTo("pay+2");
  }

  @Test
  void messageDuringAContinuationRunsAfterIt() {
    Answer asked = conversation.send("pay");
    CountDownLatch paying = hold("paying");
    CompletableFuture<Answer> paid =
        CompletableFuture.supplyAsync(() -> conversation.decide(asked.gate(), true));
    await().until(() -> waiting.turns.open(conversation.scope()).orElseThrow().gates().isEmpty());
    CompletableFuture<Answer> two = sent("2", WhileWaiting.REFUSE);
    paying.countDown();
    assertThat(paid.join().text()).isEqualTo("pay");
    assertThat(two.join().text()).isEqualTo("pay+2");
  }

  @Test
  void supersedesForTheUserThatMayNotDecide() {
    authenticated.set(GateActor.of("ann", "default"));
    Answer asked = conversation.send("pay");
    assertThatThrownBy(() -> conversation.decide(asked.gate(), true))
        .hasFieldOrPropertyWithValue("errorCode", AdkErrorCode.E_GATE_NOT_AUTHORIZED);

    assertThat(conversation.send("2", o -> o.whileWaiting(WhileWaiting.SUPERSEDE)).text())
        .isEqualTo("pay+2");
    GateRecord gate = gates.find("default", asked.gate().id()).orElseThrow();
    assertThat(gate.state()).isEqualTo(GateState.ABORTED);
    assertThat(gates.decisions(gate))
        .filteredOn(made -> !made.refused())
        .extracting(GateDecisionRecord::actor)
        .containsExactly(GateActor.of("ann", "default"));
  }

  @Test
  void supersedesWithoutAnybodyAuthenticated() {
    authenticated.set(null);
    Answer asked = conversation.send("pay");
    assertThat(
            client.toBuilder()
                .whileWaiting(WhileWaiting.SUPERSEDE)
                .build()
                .conversation("ann", "c")
                .ask("2"))
        .isEqualTo("pay+2");
    GateRecord gate = gates.find("default", asked.gate().id()).orElseThrow();
    assertThat(gates.decisions(gate).getFirst().actor())
        .isEqualTo(GateActor.of("ann", "default", List.of(), GateActor.TURN));
  }

  @Test
  void queuedMessageEndsWithTheGate() {
    Answer asked = conversation.send("pay");
    CompletableFuture<Answer> two = sent("2", WhileWaiting.QUEUE);
    conversation.send("3", o -> o.whileWaiting(WhileWaiting.SUPERSEDE));
    assertThat(two.orTimeout(3, java.util.concurrent.TimeUnit.SECONDS).join().text())
        .isEqualTo("pay+2");
    assertThat(asked.gates()).hasSize(1);
  }
}
