package dev.adk4j.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.harness.AtOnce;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSetTests {

  /** Its value may change while it is in a set. */
  private static final class Record {
    private String id;

    private Record(String id) {
      this.id = id;
    }

    String id() {
      return id;
    }

    @Override
    public String toString() {
      return id;
    }
  }

  private final RecordSet<Record> records = RecordSet.ofRecords(Record::id);
  private final Record a = new Record("a");
  private final Record b = new Record("b");
  private final Record c = new Record("c");

  @Test
  void keepsInsertionOrderAndIdentity() {
    Record twin = new Record("a");
    assertThat(records.add(a)).isTrue();
    assertThat(records.add(b)).isTrue();
    assertThat(records.add(a)).isFalse();
    assertThat(records.add(twin)).isTrue();
    assertThat(records).containsExactly(a, b, twin);
    assertThat(records.findById("a")).containsSame(a);
    assertThat(records.contains(twin)).isTrue();
    assertThat(records.contains(new Record("a"))).isFalse();
  }

  @Test
  void replacesByIdInPlaceAndRemovesDoubles() {
    Record twin = new Record("a");
    records.addAll(List.of(b, a, c, twin));
    Record fresh = new Record("a");
    assertThat(records.replaceById(fresh)).containsExactly(a, twin);
    assertThat(records).containsExactly(b, fresh, c);
    Record unknown = new Record("x");
    assertThat(records.replaceById(unknown)).isEmpty();
    assertThat(records).containsExactly(b, fresh, c, unknown);
  }

  @Test
  void replacesAnElementByItself() {
    records.addAll(List.of(a, b));
    assertThat(records.replaceById(a)).containsExactly(a);
    assertThat(records).containsExactly(a, b);
  }

  @Test
  void replacesGroupsInPlace() {
    Record d = new Record("d");
    records.addAll(List.of(a, b, c, d));
    Record x = new Record("x");
    Record y = new Record("y");
    assertThat(records.replaceGroup(List.of("b", "d", "b"), List.of(x, y))).containsExactly(b, d);
    assertThat(records).containsExactly(a, x, y, c);
    assertThat(records.replaceGroup(Set.of("nobody"), List.of(b, a))).isEmpty();
    assertThat(records).containsExactly(a, x, y, c, b);
  }

  @Test
  void removes() {
    records.addAll(List.of(a, b, c));
    assertThat(records.removeFirstById("b")).containsSame(b);
    assertThat(records.removeFirstById("b")).isEmpty();
    assertThat(records.remove(a)).isTrue();
    assertThat(records.remove(a)).isFalse();
    assertThat(records.remove(null)).isFalse();
    assertThat(records.add(a)).isTrue();
    assertThat(records).containsExactly(c, a);
    records.clear();
    assertThat(records).isEmpty();
    assertThat(records.add(a)).isTrue();
  }

  @Test
  void iterationSeesASnapshotAndMayRemove() {
    records.addAll(List.of(a, b));
    Iterator<Record> iterator = records.iterator();
    records.add(c);
    assertThat(iterator.next()).isSameAs(a);
    iterator.remove();
    assertThatThrownBy(iterator::remove).isInstanceOf(IllegalStateException.class);
    assertThat(iterator.next()).isSameAs(b);
    assertThat(iterator.hasNext()).isFalse();
    assertThat(records).containsExactly(b, c);
    assertThat(records.removeIf(r -> r == c)).isTrue();
    assertThat(records).containsExactly(b);
  }

  @Test
  void valuesAreDistinctByKey() {
    RecordSet<Record> values = RecordSet.ofValues(Record::id);
    assertThat(values.add(a)).isTrue();
    assertThat(values.add(new Record("a"))).isFalse();
    assertThat(values.contains(new Record("a"))).isTrue();
    assertThat(values.remove(new Record("a"))).isTrue();
    assertThat(values).isEmpty();
    assertThat(values.remove("a")).isFalse();
  }

  @Test
  void forgetsValuesWithChangedKeys() {
    RecordSet<Record> values = RecordSet.ofValues(Record::id);
    values.add(a);
    a.id = "changed";
    assertThat(values.remove(a)).isTrue();
    assertThat(values.add(new Record("a"))).isTrue();
    assertThat(values).hasSize(1);
  }

  @Test
  void refusesNullWithoutBeingDamaged() {
    assertThatThrownBy(() -> records.add(null)).isInstanceOf(NullPointerException.class);
    records.add(a);
    assertThat(records.snapshot()).containsExactly(a);
  }

  @Test
  void largeSetsStayQuick() {
    for (int i = 0; i < 100_000; i++) {
      records.add(new Record("r" + i));
    }
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 100_000; i += 2) {
      ids.add("r" + i);
    }
    assertThat(records.replaceGroup(ids, List.of())).hasSize(50_000);
    assertThat(records).hasSize(50_000);
  }

  @Test
  void addsSetsToEachOtherWithoutBlocking() throws Exception {
    RecordSet<Record> other = RecordSet.ofRecords(Record::id);
    other.add(b);
    records.add(a);
    // Never closed: should they block each other, nothing could wake them.
    ExecutorService threads =
        Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());
    Future<?> one = threads.submit(() -> repeat(() -> records.addAll(other)));
    Future<?> two = threads.submit(() -> repeat(() -> other.addAll(records)));
    one.get(5, TimeUnit.MINUTES);
    two.get(5, TimeUnit.MINUTES);
    threads.shutdown();
    assertThat(records).containsExactlyInAnyOrder(a, b);
  }

  private static void repeat(Runnable action) {
    for (int i = 0; i < 20_000; i++) {
      action.run();
    }
  }

  @Test
  void survivesManyThreads() throws Exception {
    changeAtOnce(200);
  }

  @Nested
  @Tag("slow")
  class WithThousandsOfRecords {

    @Test
    void survivesManyThreads() throws Exception {
      changeAtOnce(1_000);
    }
  }

  private void changeAtOnce(int each) throws Exception {
    int threads = 8;
    AtOnce.run(
        threads,
        own ->
            () -> {
              for (int i = 0; i < each; i++) {
                String id = own + ":" + i;
                records.add(new Record(id));
                if (i % 3 == 0) {
                  assertThat(records.removeFirstById(id)).isPresent();
                } else if (i % 3 == 1) {
                  assertThat(records.replaceById(new Record(id))).hasSize(1);
                }
                records.replaceGroup(
                    List.of("group"), List.of(new Record("group"), new Record("group")));
                if (i % 50 == 0) {
                  List<Record> seen = records.snapshot();
                  assertThat(seen).doesNotHaveDuplicates();
                  assertThat(seen.stream().filter(r -> r.id().equals("group"))).hasSize(2);
                }
              }
            });
    int kept = threads * (each - (each + 2) / 3);
    assertThat(records).hasSize(kept + 2);
    for (int t = 0; t < threads; t++) {
      String prefix = t + ":";
      List<Integer> order =
          records.snapshot().stream()
              .map(Record::id)
              .filter(id -> id.startsWith(prefix))
              .map(id -> Integer.parseInt(id.substring(prefix.length())))
              .toList();
      assertThat(order).isSorted();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 40})
  void aCopyKeepsTheRuleAndGoesItsOwnWay(int size) {
    for (int i = 0; i < size; i++) {
      records.add(new Record("r" + i));
    }
    List<Record> before = records.snapshot();

    RecordSet<Record> copy = records.copy();
    assertThat(copy.addAll(before)).as("again").isFalse();
    Record only = new Record("r0");
    copy.add(only);
    records.clear();

    assertThat(copy).hasSize(size + 1).containsAll(before).contains(only);
    assertThat(records).isEmpty();
    assertThat(copy.remove(only)).isTrue();
    assertThat(copy.snapshot()).isEqualTo(before);
  }
}
