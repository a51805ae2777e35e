package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.value.Ids;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Units that write the same rows without a number, each in an order of its own. */
@ParameterizedClass
@EnumSource
class SubjectLockTests {

  private static final int WRITERS = 8;
  private static final int UNITS = 200;

  private final DatabaseKind kind;
  private final TestDatabase database;
  private final JdbcPersistentStorage storage;
  private final String tenant = "tenant-" + Ids.next();

  SubjectLockTests(DatabaseKind kind) {
    this.kind = kind;
    this.database = kind.shared();
    this.storage = database.storage();
  }

  @Test
  void changesAndDeletesOfTheSameMemoriesDoNotDeadlock() throws Exception {
    AgentContext ctx = Turns.in(tenant, "ann", "c");
    long before = deadlocks();

    together(
        (random, id) -> {
          if (random.nextBoolean()) {
            storage.mutateMemory(ctx, Turns.memory(id));
          } else {
            storage.deleteMemory(ctx, id);
          }
        },
        ctx);

    assertThat(deadlocks() - before).isZero();
    assertThat(storage.fetchMemories(ctx)).extracting(Memory::id).doesNotHaveDuplicates();
  }

  @Test
  void changesAndDeletesOfTheSameRetrievablesDoNotDeadlock() throws Exception {
    AgentContext ctx = Turns.in(tenant, "ann", "c");
    long before = deadlocks();

    together(
        (random, id) -> {
          if (random.nextBoolean()) {
            storage.mutateRetrievable(ctx, Turns.retrievable(id));
          } else {
            storage.deleteRetrievable(ctx, id);
          }
        },
        ctx);

    assertThat(deadlocks() - before).isZero();
  }

  private void together(Write write, AgentContext ctx) throws Exception {
    List<Future<?>> units = new ArrayList<>();
    try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      for (int unit = 0; unit < UNITS; unit++) {
        Random random = new Random(unit);
        units.add(
            writers.submit(
                () -> {
                  List<String> ids = new ArrayList<>(List.of("a", "b", "c", "d", "e", "f"));
                  Collections.shuffle(ids, random);
                  storage
                      .unitOfWork()
                      .execute(
                          ctx,
                          () -> {
                            for (String id : ids) {
                              write.run(random, id);
                            }
                          });
                  return null;
                }));
      }
    }
    for (Future<?> unit : units) {
      unit.get();
    }
  }

  /** H2 counts none. */
  private long deadlocks() {
    return kind == DatabaseKind.H2
        ? 0
        : database.count(
            "select deadlocks from pg_stat_database" + " where datname = current_database()");
  }

  private interface Write {
    void run(Random random, String id) throws Exception;
  }
}
