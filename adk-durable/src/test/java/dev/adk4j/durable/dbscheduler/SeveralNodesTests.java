package dev.adk4j.durable.dbscheduler;

import static dev.adk4j.durable.dbscheduler.Node.AGAIN;
import static dev.adk4j.durable.dbscheduler.Node.FORGET;
import static dev.adk4j.durable.dbscheduler.Node.REST;
import static dev.adk4j.durable.dbscheduler.Node.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ForkedJvm;
import dev.adk4j.jdbc.OnEachDatabase;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.stored.TurnQueue.Result;
import dev.adk4j.stored.TurnQueue.Turn;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns that several processes share. */
@Timeout(240)
class SeveralNodesTests {

  private static final int RACES = 2_000;

  @Test
  void takesOverWhatAKilledProcessRan() throws Exception {
    Duration heartbeat = Duration.ofMillis(500);
    try (TestDatabase database = DatabaseKind.POSTGRES.withTables(10);
        Node here = Node.of(database.dataSource(), b -> b.heartbeat(heartbeat), turn -> FORGET)) {
      IntStream.range(0, 10).forEach(i -> here.accept(turn(i)));
      List<Instant> places = places(database);
      Process process =
          ForkedJvm.start(
              QueueProcess.class,
              List.of(),
              database.pool().getJdbcUrl(),
              database.pool().getUsername(),
              database.pool().getPassword(),
              String.valueOf(heartbeat.toMillis()));
      ForkedJvm.killAfter(process, 10, 300_000_000);
      here.start();
      assertThat(here.begun).isEmpty();

      await().pollInterval(Duration.ofMillis(10)).until(() -> here.begun.size() == 10);

      assertThat(here.begun).doesNotHaveDuplicates();
      assertThat(here.queue.takenOver()).isEqualTo(10);
      assertThat(places).hasSize(10);
      await().until(() -> database.count("select count(*) from adk_task") == 0);
    }
  }

  private static List<Instant> places(TestDatabase database) {
    return database
        .query("select extract(epoch from execution_time) from adk_task order by 1")
        .stream()
        .map(seconds -> Instant.ofEpochMilli((long) (Double.parseDouble(seconds) * 1000)))
        .toList();
  }

  @Nested
  @Tag("slow")
  class AtLength extends OnEachDatabase {

    private Node node(Function<Turn, Result> run) {
      return node(builder -> builder, run);
    }

    private Node node(
        UnaryOperator<DbSchedulerTurnQueue.Builder> settings, Function<Turn, Result> run) {
      return opened(Node.of(database.dataSource(), settings, run));
    }

    /** What is settled while a turn goes to rest is seen before, after, and by the last look. */
    @Test
    void noTurnSleepsOnThatIsSettledWhileItGoesToRest() throws Exception {
      Set<Turn> settled = ConcurrentHashMap.newKeySet();
      Set<Turn> ended = ConcurrentHashMap.newKeySet();
      Set<Turn> parking = ConcurrentHashMap.newKeySet();
      Function<Turn, Result> run =
          turn -> {
            if (settled.contains(turn)) {
              ended.add(turn);
              return FORGET;
            }
            parking.add(turn);
            return REST;
          };
      Node one = node(b -> b.threads(8), run);
      Node two = node(b -> b.threads(8), run);
      try (ExecutorService people = Executors.newFixedThreadPool(8)) {
        Stream.of(one, two).forEach(node -> node.due(settled::contains).start());
        for (int i = 0; i < RACES; i++) {
          Turn turn = turn(i);
          Node asks = i % 2 == 0 ? one : two;
          Node settles = i % 3 == 0 ? one : two;
          people.execute(
              () -> {
                asks.accept(turn);
                while (!parking.contains(turn)) {
                  LockSupport.parkNanos(10_000);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(400_000));
                settled.add(turn);
                settles.queue.wake(turn);
              });
        }
        await().atMost(Duration.ofMinutes(2)).until(() -> ended.size() == RACES);
        await().until(() -> database.count("select count(*) from adk_task") == 0);
      }
    }

    /** Behind all that wait it would come last. */
    @Test
    void keepsThePlaceOfATurnWhoseProcessDied() {
      List<Turn> order = new CopyOnWriteArrayList<>();
      Node here =
          node(
              b -> b.threads(1),
              turn -> {
                order.add(turn);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
                return FORGET;
              });

      IntStream.range(0, 60).forEach(i -> here.accept(turn(i)));
      database.execute(
          "update adk_task set picked = true, picked_by = 'gone', last_heartbeat ="
              + " timestamp with time zone '2001-01-01 00:00:00Z' where task_instance ="
              + " 'turn-0 acme'");
      here.start();
      await().atMost(Duration.ofMinutes(1)).until(() -> order.size() == 60);
      assertThat(order.indexOf(turn(0))).isLessThan(30);
    }

    @Test
    void runsNothingTwiceWhereClocksAreSixSecondsApart() throws Exception {
      List<Turn> begun = new CopyOnWriteArrayList<>();
      Function<Turn, Result> run =
          turn -> {
            begun.add(turn);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
            return FORGET;
          };
      InstantSource late = () -> Instant.now().minusSeconds(3);
      InstantSource early = () -> Instant.now().plusSeconds(3);
      Node one = node(b -> b.threads(10).clock(late), run);
      Node two = node(b -> b.threads(10).clock(early), run);

      one.start();
      IntStream.range(0, 10).forEach(i -> one.accept(turn(i)));
      await().until(() -> begun.size() == 10);
      two.start();
      two.accept(turn("later"));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> database.count("select count(*) from adk_task") == 0);
      assertThat(begun).doesNotHaveDuplicates().hasSize(11);
      assertThat(one.queue.takenOver() + two.queue.takenOver()).isZero();
    }

    @Test
    void givesATurnToAnotherNodeWhoseRunDoesNotEnd() {
      CountDownLatch never = new CountDownLatch(1);
      Node two = node(b -> b.threads(1), turn -> FORGET);
      Node one =
          node(
              b -> b.threads(1),
              turn -> {
                DbSchedulerTurnQueueTests.join(never);
                return AGAIN;
              });

      one.start();
      one.accept(turn(1));
      await().until(() -> one.begun.size() == 1);
      two.start();
      two.queue.giveBack(turn(1));
      await().until(() -> two.begun.equals(List.of(turn(1))));
      await().until(() -> one.lost.equals(List.of(turn(1))));
      never.countDown();
      await().until(() -> database.count("select count(*) from adk_task") == 0);
      await().until(() -> one.queue.stats().runningHere() == 0);
      assertThat(one.begun).hasSize(1);
      one.queue.giveBack(turn(2));
      await().until(() -> one.begun.size() + two.begun.size() == 3);
    }

    /** What is taken and waits for a thread would have no heartbeat. */
    @Test
    void takesNoMoreThanItHasThreadsFor() {
      List<Turn> begun = new CopyOnWriteArrayList<>();
      Function<Turn, Result> run =
          turn -> {
            begun.add(turn);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1500));
            return FORGET;
          };
      Duration heartbeat = Duration.ofMillis(200);
      Node one = node(b -> b.threads(2).heartbeat(heartbeat), run);
      Node two = node(b -> b.threads(2).heartbeat(heartbeat), run);

      IntStream.range(0, 12).forEach(i -> one.accept(turn(i)));
      one.start();
      two.start();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> database.count("select count(*) from adk_task") == 0);
      assertThat(begun).doesNotHaveDuplicates().hasSize(12);
    }

    @Test
    void handsItsTurnsOverWhenItStops() throws Exception {
      CountDownLatch stopping = new CountDownLatch(1);
      Node stays = node(b -> b.poll(Duration.ofMillis(200)), t -> FORGET);
      Node goes =
          node(turn -> {
                DbSchedulerTurnQueueTests.join(stopping);
                // the rest of the iteration
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
                return AGAIN;
              })
              .start();

      IntStream.range(0, 5).forEach(i -> goes.accept(turn(i)));
      await().until(() -> goes.begun.size() == 5);
      stays.start();

      long began = System.nanoTime();
      goes.queue.close();
      assertThat(System.nanoTime() - began).isLessThan(TimeUnit.MILLISECONDS.toNanos(100));
      stopping.countDown();
      await().pollInterval(Duration.ofMillis(5)).until(() -> stays.begun.size() == 5);

      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
      assertThat(goes.queue.drain(Duration.ofSeconds(5))).isTrue();
      goes.accept(turn("late"));
      await().until(() -> stays.begun.contains(turn("late")));
      assertThat(goes.begun).hasSize(5);
    }

    /** An interrupted tool would report a failure of something that it may have done. */
    @Test
    void givesAwayWhatDoesNotEndInTimeAndDoesNotInterruptIt() throws Exception {
      CountDownLatch end = new CountDownLatch(1);
      AtomicBoolean interrupted = new AtomicBoolean(true);
      Node stays = node(t -> FORGET);
      Node goes =
          node(
                  b -> b.heartbeat(Duration.ofMinutes(1)),
                  turn -> {
                    DbSchedulerTurnQueueTests.join(end);
                    interrupted.set(Thread.currentThread().isInterrupted());
                    return AGAIN;
                  })
              .start();

      goes.accept(turn(1));
      await().until(() -> goes.begun.size() == 1);
      stays.start();
      assertThat(goes.queue.drain(Duration.ofMillis(10))).isFalse();
      await().until(() -> stays.begun.size() == 1);
      assertThat(stays.queue.takenOver()).isZero();
      end.countDown();
      assertThat(goes.queue.drain(Duration.ofSeconds(30))).isTrue();
      assertThat(interrupted).isFalse();
    }

    @Test
    void leavesTheSchedulerOfTheApplicationAlone() {
      List<String> theirs = new CopyOnWriteArrayList<>();
      TaskDescriptor<Void> task = TaskDescriptor.of("adk-turn");

      database.execute(
          "create table scheduled_tasks (task_name varchar(100), task_instance varchar(100),"
              + " task_data "
              + (kind == DatabaseKind.H2 ? "varbinary(10)" : "bytea")
              + ", execution_time timestamp with time zone, picked boolean,"
              + " picked_by varchar(50), last_success timestamp with time zone, last_failure"
              + " timestamp with time zone, consecutive_failures int, last_heartbeat timestamp with"
              + " time zone, version bigint, primary key (task_name, task_instance))");
      Scheduler foreign =
          Scheduler.create(
                  database.dataSource(),
                  Tasks.oneTime(task).execute((instance, context) -> theirs.add(instance.getId())))
              .pollingInterval(Duration.ofMillis(50))
              .build();
      try {
        foreign.start();
        try (Node node = Node.of(database.dataSource(), b -> b, turn -> FORGET).start()) {
          IntStream.range(0, 20)
              .forEach(
                  i -> {
                    foreign.scheduleIfNotExists(task.instance("their-" + i).build(), Instant.now());
                    node.accept(turn(i));
                  });
          await().until(() -> theirs.size() == 20 && node.begun.size() == 20);
        }
        foreign.scheduleIfNotExists(task.instance("last").build(), Instant.now());
        await().until(() -> theirs.contains("last"));
        assertThat(theirs).allMatch(id -> id.startsWith("their-") || id.equals("last"));
        assertThat(database.count("select count(*) from adk_task")).isZero();
      } finally {
        foreign.stop();
      }
    }
  }
}
