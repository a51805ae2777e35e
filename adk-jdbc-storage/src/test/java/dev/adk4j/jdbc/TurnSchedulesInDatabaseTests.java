package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.stored.MissedRun;
import dev.adk4j.stored.Schedule;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.value.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schedules of durable turns. All times are to come, so that nothing runs by itself. */
@Timeout(300)
class TurnSchedulesInDatabaseTests extends OnEachDatabase {

  private static final Duration DAY = Duration.ofDays(1);
  private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");

  @TempDir private Path directory;

  /** An expression here is a time of the day. */
  private static Instant next(String cron, ZoneId zone, Instant after) {
    if (!cron.contains(":")) {
      throw new IllegalArgumentException("no time of the day");
    }
    ZonedDateTime at = after.atZone(zone).with(LocalTime.parse(cron));
    return (at.toInstant().isAfter(after) ? at : at.plusDays(1)).toInstant();
  }

  private DurableProcess process() {
    return process(database, JdbcStorageOptions.DEFAULT);
  }

  private DurableProcess process(TestDatabase database, JdbcStorageOptions options) {
    DurableProcess process =
        opened(new DurableProcess(database, options, directory.resolve("payments")));
    process.turns.cronTimes(TurnSchedulesInDatabaseTests::next);
    return process;
  }

  private static Schedule daily(Conversation conversation) {
    return conversation.schedule("daily").cron("08:00", VIENNA).send("Pay.");
  }

  private static List<StoredTurn> turns(DurableProcess process) {
    return process.store.open(DurableProcess.SCOPE);
  }

  @Test
  void acceptsOneTurnForEachTime() {
    DurableProcess process = process();

    Instant first = daily(process.conversation()).next();
    assertThat(first.atZone(VIENNA).toLocalTime()).isEqualTo(LocalTime.of(8, 0));
    assertThat(process.turns.runSchedules(first.minusMillis(1))).isZero();
    assertThat(process.turns.runSchedules(first)).isEqualTo(1);
    assertThat(process.turns.runSchedules(first)).isZero();
    assertThat(process.turns.runSchedules(first.plus(DAY))).isEqualTo(1);

    List<StoredTurn> turns = turns(process);
    assertThat(turns)
        .extracting(StoredTurn::state)
        .containsExactly(StoredTurn.State.READY, StoredTurn.State.QUEUED);
    assertThat(process.enqueued).hasSize(1);
    for (StoredTurn turn : turns) {
      assertThat(process.run(turn.turnId()).next()).isEqualTo(Next.FORGET);
    }
    assertThat(database.history())
        .filteredOn(line -> line.contains("Pay."))
        .as("each with a message of its own")
        .hasSize(2);
  }

  @Test
  void acceptsOneTurnHoweverManyProcessesLook() throws Exception {
    int many = 30;
    int processes = 4;
    DurableProcess one = process();
    DurableProcess two = process();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Instant at = Instant.now().plus(DAY);
      for (int i = 0; i < many; i++) {
        one.agent
            .conversation(Scope.of("acme", "ann", "c-" + i))
            .schedule("reminder")
            .at(at)
            .send("Pay.");
      }
      CyclicBarrier together = new CyclicBarrier(processes);
      List<Future<Integer>> accepted = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        DurableProcess process = i % 2 == 0 ? one : two;
        accepted.add(
            threads.submit(
                () -> {
                  together.await();
                  return process.turns.runSchedules(at) + process.turns.runSchedules(at);
                }));
      }
      int sum = 0;
      for (Future<Integer> each : accepted) {
        sum += each.get();
      }
      assertThat(sum).isEqualTo(many);
      assertThat(database.count("select count(*) from adk_waiting_turn")).isEqualTo(many);
      assertThat(database.count("select count(*) from adk_schedule")).isZero();
    }
  }

  @Test
  void runsOnceOrSkipsWhatWasMissed() {
    DurableProcess process = process();

    Conversation conversation = process.conversation();
    Instant first = daily(conversation).next();
    conversation.schedule("skips").cron("08:00", VIENNA).missed(MissedRun.SKIP).send("Pay again.");
    Instant back = first.plus(DAY.multipliedBy(5)).plus(Duration.ofMinutes(2));

    assertThat(process.turns.runSchedules(back)).isEqualTo(1);
    assertThat(turns(process))
        .singleElement()
        .satisfies(
            turn -> assertThat(turn.acceptance().key()).isEqualTo("schedule daily " + first));
    assertThat(conversation.schedules())
        .extracting(Schedule::next)
        .as("those in between are left out")
        .hasSize(2)
        .allMatch(next -> next.isAfter(back) && next.isBefore(back.plus(DAY)));
    Instant next = conversation.schedules().getLast().next();
    assertThat(process.turns.runSchedules(next.plusSeconds(60))).as("not missed").isEqualTo(2);
  }

  @Test
  void sendsOnceAtATime() {
    DurableProcess process = process();

    Conversation conversation = process.conversation();
    Instant before = Instant.now();
    Schedule soon = conversation.schedule("soon").in(Duration.ofHours(2)).send("Pay.");
    assertThat(soon.next())
        .isBetween(
            before.plus(Duration.ofHours(2)).minusMillis(1),
            Instant.now().plus(Duration.ofHours(2)));
    assertThat(process.turns.runSchedules(soon.next())).isEqualTo(1);
    assertThat(conversation.schedules()).isEmpty();

    conversation.schedule("soon").at(soon.next()).send("Pay.");
    process.turns.runSchedules(soon.next());
    assertThat(turns(process)).as("a time is one turn").hasSize(1);
    assertThat(conversation.schedules()).isEmpty();
  }

  @Test
  void staysAsItIsWhereItIsSetAgain() {
    DurableProcess process = process();

    Conversation conversation = process.conversation();
    daily(conversation);
    assertThat(conversation.schedule("daily").pause()).isTrue();
    assertThat(daily(conversation).paused()).as("the same").isTrue();
    Schedule other = conversation.schedule("daily").cron("09:00", VIENNA).send("Pay.");
    assertThat(other.paused()).isFalse();
    assertThat(conversation.schedules()).containsExactly(other);
    assertThat(process.agent.schedule("utc", "07:00", conversation, "Pay.").zone())
        .isEqualTo(ZoneOffset.UTC);
    assertThat(conversation.schedules()).extracting(Schedule::name).containsExactly("daily", "utc");
  }

  @Test
  void isPausedAndRemoved() {
    DurableProcess process = process();

    Conversation conversation = process.conversation();
    Instant first = daily(conversation).next();
    Conversation foreign = process.agent.conversation(Scope.of("other", "ann", "c-1"));
    assertThat(foreign.schedules()).isEmpty();
    assertThat(foreign.schedule("daily").pause()).isFalse();
    assertThat(foreign.schedule("daily").remove()).isFalse();

    assertThat(conversation.schedule("daily").resume()).as("it is not paused").isFalse();
    assertThat(conversation.schedule("daily").pause()).isTrue();
    assertThat(process.turns.runSchedules(first.plus(DAY))).isZero();
    assertThat(conversation.schedule("daily").resume()).isTrue();
    assertThat(process.turns.runSchedules(first)).isEqualTo(1);
    assertThat(conversation.schedule("daily").remove()).isTrue();
    assertThat(conversation.schedule("daily").remove()).isFalse();
    assertThat(process.turns.runSchedules(first.plus(DAY))).isZero();
  }

  @Test
  void keepsItsTimeWhereTheQueueIsFull() {
    DurableProcess process = process();

    Conversation conversation = process.conversation();
    Instant first = daily(conversation).next();
    for (int i = 0; i <= 100; i++) {
      conversation.durable().send("Pay.");
    }
    assertThat(process.turns.runSchedules(first)).isZero();
    assertThat(conversation.schedule("daily").find().orElseThrow().next()).isEqualTo(first);
    process.run(turns(process).getFirst().turnId());
    assertThat(process.turns.runSchedules(first)).isEqualTo(1);
  }

  @Test
  void refusesWhatIsNoSchedule() {
    DurableProcess process = process();
    Conversation conversation = process.conversation();
    refused(AdkErrorCode.VALIDATION_EXCEPTION, () -> conversation.schedule("x").send("Pay."));
    refused(
        AdkErrorCode.VALIDATION_EXCEPTION,
        () -> conversation.schedule("x").cron("whenever", VIENNA).send("Pay."));
    refused(
        AdkErrorCode.VALIDATION_EXCEPTION, () -> conversation.schedule(" ").in(DAY).send("Pay."));
    refused(
        AdkErrorCode.VALIDATION_EXCEPTION,
        () -> conversation.schedule("x".repeat(201)).in(DAY).send("Pay."));
    for (int i = 0; i < 100; i++) {
      conversation.schedule("schedule " + i).in(DAY).send("Pay.");
    }
    refused(AdkErrorCode.E_LIMIT_REACHED, () -> conversation.schedule("x").in(DAY).send("Pay."));
    assertThat(conversation.schedules().getFirst().toString()).doesNotContain("Pay");
  }

  private static void refused(
      AdkErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).satisfies(e -> assertThat(AdkException.is(e, code)).isTrue());
  }

  @Test
  void isErasedWithItsConversationSubjectAndTenant() {
    DurableProcess process = process();

    AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
    List<ErasureTarget> targets =
        List.of(
            new ErasureTarget.Conversation("acme", "c-1"),
            new ErasureTarget.Subject("acme", "ann"),
            new ErasureTarget.Tenant("acme"));
    process.agent.conversation(Scope.of("other", "ann", "c-1")).schedule("x").in(DAY).send("Pay.");
    for (ErasureTarget target : targets) {
      daily(process.conversation());
      assertThat(process.conversation().schedules()).hasSize(1);
      admin.erase(target);
      assertThat(process.conversation().schedules()).as(target.toString()).isEmpty();
    }
    daily(process.conversation());
    admin.erase(new ErasureTarget.OlderThan(null, Instant.now().plus(DAY)));
    assertThat(process.conversation().schedules()).hasSize(1);
    assertThat(database.count("select count(*) from adk_schedule")).isEqualTo(2);
  }

  @Test
  void worksWhereTheDatabaseKeepsTenantsApart() throws Exception {
    try (SecuredDatabase secured = new SecuredDatabase(SecuredDatabase.OPTIONS, 6);
        DurableProcess process = process(secured.application(), secured.withMaintenance())) {
      Scope scope = Scope.of("odd\u0000\u0010'", "ann", "c\u0000");
      Conversation conversation = process.agent.conversation(scope);
      Instant first = conversation.schedule("n\u0000").cron("08:00", VIENNA).send("Pay.").next();
      assertThat(conversation.schedules()).extracting(Schedule::name).containsExactly("n\u0000");
      assertThat(secured.application().query("select * from adk_schedule"))
          .as("no tenant named")
          .isEmpty();
      assertThat(process.turns.runSchedules(first)).isEqualTo(1);
      assertThat(process.store.open(scope)).hasSize(1);
    }
  }
}
