package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages that are sent into running turns by other processes, while a sixth of the flushes is
 * rolled back, models fail, and runs are taken from their process in their middle.
 */
@Timeout(120)
class SteeringInDatabaseTests {

  private static final Set<String> FLUSHES = Set.of("read", "ask", "advance", "done");

  private final LongAdder failed = new LongAdder();
  private final LongAdder reached = new LongAdder();
  private final LongAdder taken = new LongAdder();

  @ParameterizedTest
  @EnumSource
  void eachMessageIsReadOnce(DatabaseKind kind) throws Exception {
    readsEachOnce(kind, 500);
  }

  @Nested
  @Tag("slow")
  class OfManyMessages {

    @ParameterizedTest
    @CsvSource({"POSTGRES, 2000", "H2, 500"})
    void eachIsReadOnce(DatabaseKind kind, int messages) throws Exception {
      readsEachOnce(kind, messages);
    }
  }

  private void readsEachOnce(DatabaseKind kind, int messages) throws Exception {
    int conversations = 10;
    int senders = 8;
    try (TestDatabase database = kind.withTables(40);
        Node one = new Node(database);
        Node two = new Node(database);
        Node sending = new Node(database);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      AtomicInteger left = new AtomicInteger(senders);
      List<Future<?>> all = new ArrayList<>();
      for (int c = 0; c < conversations; c++) {
        Scope scope = Scope.of("acme", "ann", "c-" + c);
        all.add(
            threads.submit(
                () -> {
                  runAll(scope, List.of(one, two), left);
                  return null;
                }));
      }
      for (int s = 0; s < senders; s++) {
        int sender = s;
        all.add(
            threads.submit(
                () -> {
                  try {
                    for (int i = sender; i < messages; i += senders) {
                      send(sending, Scope.of("acme", "ann", "c-" + i % conversations), "m" + i);
                    }
                  } finally {
                    left.decrementAndGet();
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      List<String> stored =
          database.query("select content from adk_message where role = 'user' order by content");
      assertThat(stored).doesNotHaveDuplicates().hasSize(messages);
      assertThat(database.query("select count(*) from adk_waiting_turn where lane is not null"))
          .containsExactly("0");
      System.out.printf(
          "%s: %d of %d reached a running turn, %d flushes failed, %d runs taken over%n",
          kind, reached.sum(), messages, failed.sum(), taken.sum());
      String read = database.query("select sum(mail_read) from adk_waiting_turn").getFirst();
      System.out.println(read + " were read by the turn that they were sent to");
      assertThat(Long.parseLong(read)).isGreaterThan(messages / 20);
      assertThat(reached.sum()).isGreaterThan(messages / 20);
      assertThat(failed.sum()).isGreaterThan(messages / 50);
    }
  }

  private void send(Node node, Scope scope, String text) {
    if (!node.agent.conversation(scope).durable().key(text).steerOrSend(text).isNew()) {
      reached.increment();
    }
  }

  /** As a queue does it, which takes processes for dead that are not. */
  private void runAll(Scope scope, List<Node> nodes, AtomicInteger left) throws Exception {
    List<Thread> runs = new ArrayList<>();
    List<StoredTurn> open;
    boolean allSent;
    do {
      allSent = left.get() == 0; // before the look: what is sent after it would be missed
      open = nodes.getFirst().store.open(scope);
      StoredTurn next =
          open.stream().filter(turn -> turn.state() != State.QUEUED).findFirst().orElse(null);
      if (next == null) {
        LockSupport.parkNanos(1_000_000); // as a queue does between two looks
      } else {
        Node node = nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
        Thread run = Thread.ofPlatform().start(() -> node.run(next.turnId()));
        runs.add(run);
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
          taken.increment();
        } else {
          run.join();
        }
      }
    } while (!allSent || !open.isEmpty());
    for (Thread run : runs) {
      run.join();
    }
  }

  /** A process with a model that calls a tool twice and then answers, unless it fails. */
  private final class Node implements AutoCloseable {

    final JdbcTurnStore store;
    final AgentClient agent;
    private final GateService desk;
    private final AgentRegistry turns;
    private final StillQueue queue = new StillQueue();

    Node(TestDatabase database) {
      JdbcPersistentStorage storage = JdbcPersistentStorage.builder(database.dataSource()).build();
      this.store = Stores.turns(database.dataSource(), storage);
      this.desk = GateService.of(Stores.watched(store, (method, args) -> {}, this::fail));
      this.turns = AgentRegistry.of(desk, queue);
      TurnRunner runner =
          Stores.runner(storage, desk)
              .addTool(Stores.tool("look", (args, ctx, meta) -> ToolOutput.text("seen")).build())
              .executor(this::model)
              .build();
      this.agent =
          AgentClient.builder(runner).systemPrompt("").maxQueued(10_000).registry(turns).build();
    }

    private void fail(String method, Object result) {
      if (FLUSHES.contains(method) && ThreadLocalRandom.current().nextInt(6) == 0) {
        failed.increment();
        throw new AdkException(AdkErrorCode.E_STORAGE_UNAVAILABLE, "The connection broke.");
      }
    }

    private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
      if (ThreadLocalRandom.current().nextInt(20) == 0) {
        throw new IllegalStateException("The model is away.");
      }
      ctx.storeMessage(Message.assistant(Ids.next(), "Hm.", ctx.clock().instant()));
      if (ctx.iteration() >= 2) {
        ctx.ack();
      } else {
        Stores.call(ctx, helpers, Stores.request("p", "look", Map.of()));
      }
    }

    void run(String turnId) {
      queue.run("acme", turnId);
    }

    @Override
    public void close() {
      turns.close();
      desk.close();
    }
  }
}
