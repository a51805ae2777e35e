package dev.adk4j.durable.dbscheduler;

import dev.adk4j.stored.StoredTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One random history of three processes: the seed says who goes on, and what comes in between. The
 * end is calm: nobody dies any more, and every turn has to end.
 *
 * <p>New things that people do to turns, such as to steer or to stop one, go into {@link #happen}.
 */
final class Interleaving {

  private static final int NODES = 3;
  private static final int MOST_CALM_STEPS = 20_000;

  /** Each of them may have two connections, of the 40 that there are. */
  private static final int MOST_AT_ONCE = 10;

  private static final List<String> PAYMENTS = List.of("", "p", "g", "pg", "d", "gp", "dg", "g");

  private final SteppedDatabase database;
  private final Random random;
  private final Stepper stepper;
  private final List<SteppedNode> nodes = new ArrayList<>();
  private final Map<String, AtomicInteger> paid = new ConcurrentHashMap<>();
  private final Map<Integer, Sent> sent = new LinkedHashMap<>();
  private final Set<Stepper.Operation> failing = new HashSet<>();
  private final List<String> trace = new ArrayList<>();
  private final Map<Stepper.Operation, Integer> frozen = new HashMap<>();
  private final Interference people = new Interference();
  private final boolean mortal;
  private int deaths;
  private int stops;
  private int started;
  private int step;

  /** A message: who sends it, when, and which turn it became. */
  private static final class Sent {
    final String conversation;
    final String payments;
    final @Nullable String key;
    final int begun;
    volatile @Nullable String turn;
    int ended = Integer.MAX_VALUE;
    Stepper.@Nullable Operation operation;

    Sent(String conversation, String payments, @Nullable String key, int begun) {
      this.conversation = conversation;
      this.payments = payments;
      this.key = key;
      this.begun = begun;
    }
  }

  Interleaving(SteppedDatabase database, long seed) {
    this.database = database;
    this.random = new Random(seed);
    this.mortal = random.nextBoolean();
    this.stepper = new Stepper(database::waitsForAnother);
  }

  /**
   * Returns what went wrong; null for nothing.
   *
   * @param end when it comes to its calm end at the latest, by the process's clock
   */
  @Nullable String run(long end) {
    database.empty();
    for (int i = 0; i < NODES; i++) {
      nodes.add(node());
    }
    try {
      int steps = 60 + random.nextInt(400);
      for (step = 0;
          step < steps && database.violation == null && System.nanoTime() < end;
          step++) {
        happen();
        look();
      }
      calmDown();
      return database.violation == null ? wrongAtTheEnd() : database.violation;
    } finally {
      nodes.forEach(SteppedNode::kill);
    }
  }

  List<String> trace() {
    return trace;
  }

  private SteppedNode node() {
    return new SteppedNode(
        "node-" + ++started,
        database,
        stepper,
        what -> paid.computeIfAbsent(what, n -> new AtomicInteger()).incrementAndGet(),
        people::modelAsked);
  }

  private void happen() {
    List<Stepper.Waiting> waiting =
        runnable().stream().filter(each -> !isFrozen(each.operation())).toList();
    boolean full = stepper.open().size() >= MOST_AT_ONCE;
    if (!waiting.isEmpty() && (full || random.nextInt(100) < 80)) {
      go(waiting);
      return;
    }
    if (full) {
      pauseOrWakeUp();
      return;
    }
    if (random.nextInt(3) == 0 && !openGates().isEmpty()) {
      settle();
      return;
    }
    switch (random.nextInt(24)) {
      case 0, 1, 2, 3 -> accept();
      case 4, 5, 6, 7, 8, 9 -> work();
      case 10, 11 -> lookForDead();
      case 12, 13, 14 -> settle();
      case 15, 16 -> pass();
      case 17 -> sweep();
      case 18 -> pauseOrWakeUp();
      case 19, 20, 21 -> steer();
      case 22 -> stop();
      default -> {
        if (mortal) {
          die();
        }
      }
    }
  }

  /** Some go on much later, when others may have taken what they work on. */
  private boolean isFrozen(Stepper.Operation operation) {
    return frozen.getOrDefault(operation, 0) > step;
  }

  private List<Stepper.Waiting> runnable() {
    return stepper.waiting(process -> !((SteppedNode) process).paused);
  }

  private void go(List<Stepper.Waiting> waiting) {
    Stepper.Waiting next = waiting.get(random.nextInt(waiting.size()));
    trace.add(next.toString());
    stepper.go(next);
    // what becomes of a task is decided before it is written down: others come in between
    boolean ends =
        stepper.waiting(process -> process == next.operation().process).stream()
            .anyMatch(
                each ->
                    each.operation() == next.operation()
                        && (each.place().startsWith("update adk_task set picked = false")
                            || each.place().startsWith("delete from adk_task")));
    int often = ends ? 2 : next.place().equals("commit") ? 10 : 40;
    if (random.nextInt(often) == 0) {
      frozen.put(next.operation(), step + random.nextInt(200));
    }
  }

  private Stepper.Operation start(String what, SteppedNode node, Stepper.Work work) {
    trace.add("** " + what + " on " + node.name);
    return stepper.start(what + "@" + node.name, node, work);
  }

  private void steer() {
    SteppedNode node = any();
    if (node != null) {
      people.steer(random, (what, work) -> start(what, node, () -> work.accept(node)));
    }
  }

  private void stop() {
    SteppedNode node = any();
    List<Sent> known = sent.values().stream().filter(each -> each.turn != null).toList();
    if (node != null && !known.isEmpty()) {
      Sent message = known.get(random.nextInt(known.size()));
      String turn = Objects.requireNonNull(message.turn);
      people.stop(turn);
      start(
          "stop " + turn, node, () -> people.stopped(turn, node.stop(message.conversation, turn)));
    }
  }

  private @Nullable SteppedNode any() {
    List<SteppedNode> able =
        nodes.stream().filter(node -> !node.paused && !node.isStopping()).toList();
    return able.isEmpty() ? null : able.get(random.nextInt(able.size()));
  }

  private void accept() {
    SteppedNode node = any();
    if (node == null || sent.size() == 7) {
      return;
    }
    List<Integer> known = sent.keySet().stream().filter(n -> sent.get(n).key != null).toList();
    boolean again = !known.isEmpty() && random.nextInt(4) == 0;
    int number = again ? known.get(random.nextInt(known.size())) : sent.size();
    Sent message =
        again
            ? sent.get(number)
            : new Sent(
                "c" + random.nextInt(2),
                PAYMENTS.get(random.nextInt(PAYMENTS.size())),
                random.nextBoolean() ? "key-" + number : null,
                trace.size());
    sent.put(number, message);
    Stepper.Operation operation =
        start(
            "accept " + number + " " + message.payments + " in " + message.conversation,
            node,
            () -> {
              String turn =
                  node.accept(message.conversation, number + " " + message.payments, message.key);
              if (message.turn != null && !turn.equals(message.turn)) {
                database.violation = "NOTHING LOST: one key, two turns: " + number;
              }
              message.turn = turn;
            });
    if (!again) {
      message.operation = operation;
    }
  }

  private void work() {
    SteppedNode node = any();
    if (node != null) {
      int thread = random.nextInt(2);
      String name = "work-" + thread + "@" + node.name;
      if (stepper.open().stream().noneMatch(each -> each.name.endsWith(name))) {
        start("work-" + thread, node, () -> node.runDue(thread));
      }
    }
  }

  private void lookForDead() {
    SteppedNode node = any();
    if (node != null) {
      start("look for dead", node, node::lookForDead);
    }
  }

  private List<String> openGates() {
    return database.ask(
        "select ref from adk_gate where state = 'open' order by opened_at, ref",
        row -> row.getString(1));
  }

  private void settle() {
    SteppedNode node = any();
    List<String> gates = openGates();
    if (node != null && !gates.isEmpty()) {
      String gate = gates.get(random.nextInt(gates.size()));
      start("settle", node, () -> node.settle(gate));
    }
  }

  private void pass() {
    Duration time = Duration.ofMillis(List.of(300, 1500, 8000, 35_000).get(random.nextInt(4)));
    trace.add("** " + time + " pass");
    List<String> silent =
        stepper.open().stream()
            .filter(each -> isFrozen(each) || ((SteppedNode) each.process).paused)
            .map(each -> each.claim)
            .filter(Objects::nonNull)
            .map(StoredTurn::turnId)
            .toList();
    database.pass(
        time, task -> silent.stream().noneMatch(task::startsWith) && random.nextInt(10) > 0);
  }

  private void sweep() {
    SteppedNode node = any();
    if (node != null && (deaths > 0 || stops > 0)) {
      start("sweep", node, node::sweep);
    }
  }

  private void pauseOrWakeUp() {
    SteppedNode node = nodes.get(random.nextInt(NODES));
    node.paused = !node.paused;
    trace.add("** " + node.name + (node.paused ? " pauses" : " goes on"));
  }

  private void die() {
    SteppedNode node = nodes.get(random.nextInt(NODES));
    if (random.nextInt(3) == 0) {
      if (!node.isStopping() && !node.paused && stops < 2) {
        stops++;
        start("stop", node, node::stop);
      }
    } else if (deaths < 3) {
      deaths++;
      trace.add("** kill " + node.name);
      node.kill();
      nodes.set(nodes.indexOf(node), node());
    }
  }

  /** Notes what came of what was accepted, and replaces processes that have stopped. */
  private void look() {
    for (Sent message : sent.values()) {
      Stepper.Operation operation = message.operation;
      if (message.turn != null && message.ended == Integer.MAX_VALUE) {
        message.ended = trace.size();
      }
      if (operation != null && operation.isOver()) {
        fail(operation);
      }
    }
    for (int i = 0; i < NODES; i++) {
      SteppedNode node = nodes.get(i);
      if (node.isStopping() && stepper.open().stream().noneMatch(each -> each.process == node)) {
        node.kill();
        nodes.set(i, node());
      }
    }
  }

  private void fail(Stepper.Operation operation) {
    Throwable failure = operation.failure();
    if (failure != null && !operation.process.isKilled() && failing.add(operation)) {
      database.violation = "NOTHING LOST: " + operation.name + " failed: " + failure;
    }
  }

  /** Nobody dies any more; all gates are settled; silent runs are taken over. */
  private void calmDown() {
    trace.add("** calm");
    nodes.forEach(node -> node.paused = false);
    int quiet = 0;
    for (int i = 0; i < MOST_CALM_STEPS && database.violation == null; i++) {
      look();
      step++;
      List<Stepper.Waiting> waiting = runnable();
      List<Stepper.Waiting> awake =
          waiting.stream().filter(each -> !isFrozen(each.operation())).toList();
      if (!waiting.isEmpty() && stepper.open().size() < MOST_AT_ONCE && random.nextInt(8) == 0) {
        if (random.nextBoolean()) {
          work();
        } else {
          settle();
        }
      } else if (!waiting.isEmpty()) {
        go(awake.isEmpty() ? waiting : awake);
      } else if (quiet == 0 && isOver()) {
        return;
      } else {
        // in turn: work, decisions, dead ones, a sweep where somebody died, time
        switch (quiet++ % 5) {
          case 0, 1 -> work();
          case 2 -> lookForDead();
          case 3 -> sweep();
          default -> {
            trace.add("** 40 s pass");
            database.pass(Duration.ofSeconds(40), task -> false);
            if (isOver()) {
              return;
            }
          }
        }
        if (quiet > 300) {
          return;
        }
      }
    }
  }

  private boolean isOver() {
    return stepper.open().isEmpty() && unended().isEmpty() && tasks().isEmpty();
  }

  /** A process that dies right after it gave a turn up leaves its task. */
  private List<String> tasks() {
    return database.ask(
        "select task_instance, picked, picked_by, woken, execution_time, last_heartbeat from"
            + " adk_task"
            + (deaths == 0
                ? ""
                : " where not exists (select 1 from adk_waiting_turn where state = 'aborted' and"
                    + " task_instance = turn_id || ' ' || tenant)"),
        row ->
            row.getString(1)
                + " picked "
                + row.getBoolean(2)
                + " by "
                + row.getString(3)
                + " woken "
                + row.getBoolean(4)
                + " at "
                + row.getString(5)
                + " heartbeat "
                + row.getString(6));
  }

  private List<String> unended() {
    return database.ask(
        "select turn_id, state, phase, token, attempt, error, input from adk_waiting_turn where"
            + " state not in ('completed', 'aborted')",
        row ->
            row.getString(1)
                + " "
                + row.getString(2)
                + " "
                + row.getString(3)
                + " token "
                + row.getLong(4)
                + " attempt "
                + row.getInt(5)
                + " "
                + row.getString(6)
                + " "
                + row.getString(7));
  }

  private @Nullable String wrongAtTheEnd() {
    List<String> unended = unended();
    if (!unended.isEmpty()) {
      return "NOTHING SLEEPS FOR EVER: "
          + unended
          + ", tasks "
          + database.ask(
              "select task_instance, execution_time, picked, woken from adk_task",
              row ->
                  row.getString(1)
                      + " "
                      + row.getString(2)
                      + " "
                      + row.getString(3)
                      + " "
                      + row.getString(4))
          + ", operations "
          + stepper.waiting(p -> true);
    }
    if (!tasks().isEmpty()) {
      return "NOTHING LOST: tasks are left: " + tasks();
    }
    for (Map.Entry<String, AtomicInteger> each : paid.entrySet()) {
      if (each.getValue().get() > 1) {
        return "EFFECT AT MOST ONCE: paid twice: " + each.getKey();
      }
    }
    Outcome outcome = new Outcome(database, people, paid);
    sent.forEach(
        (number, one) ->
            outcome.expect(number, one.conversation, one.payments, one.begun, one.ended, one.turn));
    return outcome.wrong();
  }
}
