package dev.adk4j.durable.kill;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Three nodes, turns for them, and what happens to the nodes meanwhile. */
final class KillRun implements AutoCloseable {

  private static final GateActor BOSS = GateActor.of("boss", "acme", "APPROVER");
  private static final int NODES = 3;
  private static final Duration ASLEEP = Duration.ofMinutes(2);

  /** Fewer than the attempts of a turn. */
  private static final int MOST_AT_A_PLACE = 15;

  private final Plan plan;
  private final TestDatabase database;
  private final TestDatabase ledger;
  private final Runnable crash;
  private final Chronicle chronicle = new Chronicle();
  private final List<NodeProcess> nodes = new ArrayList<>();
  private final List<String> clientErrors = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> turnsOf = new TreeMap<>();
  private final Semaphore clients;
  private int started;
  private volatile int accepted;
  private int kills;
  private volatile boolean reached;
  private volatile boolean over;
  private long lastEnded = -1;
  private long lastChange;

  /**
   * @param database empty
   * @param ledger empty; another one
   * @param crash kills the first one
   */
  KillRun(Plan plan, TestDatabase database, TestDatabase ledger, Runnable crash) {
    this.plan = plan;
    this.database = database;
    this.ledger = ledger;
    this.crash = crash;
    this.clients = new Semaphore(plan.open());
    this.reached = plan.goal() == 0;
  }

  Outcome run() throws Exception {
    database.withTables();
    ledger.execute("create table ledger (turn varchar(100), n int)");
    if (plan.plague() == Plan.Plague.PAUSE) {
      Audit.on(database);
    }
    try (ChargingNode door = ChargingNode.door(database, ledger, plan.settings())) {
      for (int i = 0; i < NODES; i++) {
        nodes.add(start());
      }
      for (NodeProcess node : nodes) {
        ready(node);
      }
      long began = System.nanoTime();
      Thread accepting = Thread.ofPlatform().daemon().start(() -> accept(door));
      Thread boss = Thread.ofPlatform().daemon().start(() -> approve(door));
      while ((accepting.isAlive() || open() > 0) && !sleeps()) {
        afflict(accepting);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      over = true;
      boss.join();
      clients.tryAcquire(plan.open(), 1, TimeUnit.MINUTES);
      return outcome(took);
    }
  }

  private NodeProcess start() {
    String name = "node-" + ++started;
    ChargingNode.Settings settings = plan.settings().named(name);
    if (plan.plague() == Plan.Plague.CLOCKS) {
      settings = settings.withClock(Duration.ofSeconds(started % 3 * 3 - 3));
    }
    List<String> address = new ArrayList<>(NodeMain.address(database));
    String url = address.getFirst();
    address.set(
        0, url + (url.contains("?") ? "&" : "?") + "ApplicationName=" + name + plan.connection());
    return NodeProcess.start(
        name, chronicle, NodeMain.args(address, NodeMain.address(ledger), settings, 0));
  }

  private static void ready(NodeProcess node) throws InterruptedException {
    if (!node.isReady(120_000)) {
      throw new IllegalStateException(node.name + " did not start");
    }
  }

  private void accept(ChargingNode door) {
    for (int i = 0; i < plan.turns() || !reached; i++) {
      int conversation = i / plan.lane();
      clients.acquireUninterruptibly();
      AcceptedTurn turn = send(door, conversation, i);
      turnsOf.merge("c-" + conversation, 1, Integer::sum);
      accepted++;
      if (plan.plague() == Plan.Plague.ROLLING) {
        Thread.startVirtualThread(() -> answer(turn));
      } else {
        clients.release();
        while (open() > plan.open()) {
          pause(50);
        }
      }
    }
  }

  /** Sends again what may have been accepted when the database was killed. */
  private AcceptedTurn send(ChargingNode door, int conversation, int turn) {
    while (true) {
      try {
        return door.conversation(conversation)
            .durable()
            .key("turn-" + turn)
            .send("Charge " + turn % plan.lane() + ".");
      } catch (AdkException e) {
        if (plan.plague() != Plan.Plague.DATABASE) {
          clientErrors.add(e.toString());
        }
        pause(50);
      }
    }
  }

  private void answer(AcceptedTurn turn) {
    try {
      if (!turn.answer().text().equals("Charged.")) {
        clientErrors.add(turn.turnId() + " answers something else");
      }
    } catch (RuntimeException e) {
      clientErrors.add(e.toString());
    } finally {
      clients.release();
    }
  }

  private void approve(ChargingNode door) {
    while (!over && plan.settings().work() == Work.SEVERAL) {
      try {
        for (String gate : database.query("select ref from adk_gate where state = 'open'")) {
          door.desk.settle(gate, BOSS, GateDecision.resolve(true));
        }
      } catch (AdkException | IllegalStateException e) {
        if (plan.plague() != Plan.Plague.DATABASE) {
          clientErrors.add("approval: " + e);
        }
      }
      pause(100);
    }
  }

  /** Returns true if the turns that are left sleep for ever, which the outcome then says. */
  private boolean sleeps() {
    long ended = accepted - open();
    long now = System.nanoTime();
    if (ended != lastEnded) {
      lastEnded = ended;
      lastChange = now;
    }
    return now - lastChange > ASLEEP.toNanos();
  }

  private long open() {
    try {
      return database.count(Histories.OPEN);
    } catch (IllegalStateException e) {
      return 1; // the database was killed
    }
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Returns false where all has ended meanwhile. */
  private boolean waits(Thread accepting, Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < until) {
      if (!accepting.isAlive() && open() == 0) {
        return false;
      }
      pause(50);
    }
    return true;
  }

  private void afflict(Thread accepting) throws Exception {
    if (!waits(accepting, plan.every())) {
      return;
    }
    switch (plan.plague()) {
      case NODES -> {
        NodeProcess victim = next();
        kill(victim);
        replace(victim);
      }
      case DATABASE -> {
        if (!reached) {
          crash.run();
          reached = ++kills >= plan.goal();
        }
      }
      case PAUSE -> stop();
      case ROLLING -> restart();
      case CLOCKS, ALONE -> {}
      default -> killAt(accepting, plan.plague().name().toLowerCase(Locale.ROOT));
    }
  }

  private NodeProcess next() throws InterruptedException {
    // one at a time, also where a machine takes long to start the next one
    for (NodeProcess node : nodes) {
      ready(node);
    }
    return nodes.get(kills++ % NODES);
  }

  private void replace(NodeProcess gone) {
    nodes.set(nodes.indexOf(gone), start());
  }

  /**
   * Kills a node when all of its turns are at that place. With all other turns over, the last ones
   * can be followed from node to node, until they have had all their attempts.
   */
  private void killAt(Thread accepting, String place) throws Exception {
    if (kills >= MOST_AT_A_PLACE && !accepting.isAlive()) {
      return;
    }
    NodeProcess victim = next();
    victim.arm(place);
    while (!victim.isStill(50)) {
      if (!accepting.isAlive() && open() == 0) {
        return;
      }
    }
    kill(victim);
    replace(victim);
    reached = chronicle.hits().size() >= plan.goal();
  }

  private void kill(NodeProcess victim) throws InterruptedException {
    victim.kill();
    String sql = "select task_instance from adk_task where picked and picked_by = '%s'";
    chronicle.hadPicked(
        victim.name,
        database.query(sql.formatted(victim.name)).stream()
            .map(task -> task.substring(0, task.indexOf(' ')))
            .collect(Collectors.toSet()));
  }

  private void stop() throws Exception {
    if (reached) {
      return;
    }
    NodeProcess victim = next();
    victim.signal("STOP");
    long had = chronicle.runs(victim.name);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
    while (System.nanoTime() < until && chronicle.takenFrom(victim.name) < had) {
      pause(50);
    }
    victim.signal("CONT");
    pause(3000);
    victim.process.toHandle().destroy();
    victim.process.waitFor();
    replace(victim);
    reached = chronicle.takenOver().size() >= plan.goal();
  }

  private void restart() throws Exception {
    if (reached) {
      return;
    }
    NodeProcess victim = next();
    victim.terminate();
    victim.process.waitFor();
    replace(victim);
    ready(nodes.get((kills - 1) % NODES));
    // a node can stop between two turns, and then hands none over
    reached = kills >= plan.goal() && !chronicle.takenOver().isEmpty();
  }

  private Outcome outcome(Duration took) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (tasks() > 0 && System.nanoTime() < until) {
      pause(100);
    }
    return new Outcome(
        plan,
        accepted,
        kills,
        took,
        database.query("select distinct state from adk_waiting_turn"),
        Histories.of(database, ledger, plan.settings().work(), turnsOf),
        ledger.count(
            "select count(*) from (select turn, n from ledger group by turn, n having count(*) > 1)"
                + " twice"),
        chronicle.hits(),
        chronicle.takeOvers(),
        database.count("select count(*) from adk_waiting_turn where token > 1"),
        tasks(),
        clientErrors,
        plan.plague() == Plan.Plague.PAUSE
            ? Audit.zombies(database, chronicle)
            : Outcome.Zombies.NONE);
  }

  private long tasks() {
    return database.count("select count(*) from adk_task");
  }

  @Override
  public void close() {
    over = true;
    nodes.forEach(NodeProcess::close);
  }
}
