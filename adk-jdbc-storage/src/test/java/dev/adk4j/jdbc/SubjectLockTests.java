package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Units that write the same rows without a number, each in an order of its own. */
class SubjectLockTests extends OnSharedDatabase {

  private static final int WRITERS = 8;
  private static final int UNITS = 200;

  private final JdbcPersistentStorage storage = database.storage();

  SubjectLockTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void changesAndDeletesOfTheSameMemoriesDoNotDeadlock() throws Exception {
    AgentContext ctx = Turns.in(tenant, "ann", "c");
    together(
        ctx,
        id -> storage.mutateMemory(ctx, Turns.memory(id)),
        id -> storage.deleteMemory(ctx, id));
    assertThat(storage.fetchMemories(ctx)).extracting(Memory::id).doesNotHaveDuplicates();
  }

  @Test
  void changesAndDeletesOfTheSameRetrievablesDoNotDeadlock() throws Exception {
    AgentContext ctx = Turns.in(tenant, "ann", "c");
    together(
        ctx,
        id -> storage.mutateRetrievable(ctx, Turns.retrievable(id)),
        id -> storage.deleteRetrievable(ctx, id));
  }

  private void together(AgentContext ctx, Write change, Write delete) throws Exception {
    long before = deadlocks();
    List<Future<?>> units = new ArrayList<>();
    try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      for (int unit = 0; unit < UNITS; unit++) {
        Random random = new Random(unit);
        units.add(
            writers.submit(
                () -> {
                  List<String> ids = new ArrayList<>(List.of("a", "b", "c", "d", "e", "f"));
                  Collections.shuffle(ids, random);
                  Stores.unit(
                      storage,
                      ctx,
                      () -> {
                        for (String id : ids) {
                          (random.nextBoolean() ? change : delete).run(id);
                        }
                      });
                  return null;
                }));
      }
    }
    for (Future<?> unit : units) {
      unit.get();
    }
    assertThat(deadlocks() - before).isZero();
  }

  /** H2 counts none. */
  private long deadlocks() {
    return kind == DatabaseKind.H2
        ? 0
        : database.count(
            "select deadlocks from pg_stat_database" + " where datname = current_database()");
  }

  private interface Write {
    void run(String id) throws Exception;
  }
}
