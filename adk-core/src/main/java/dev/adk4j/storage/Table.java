package dev.adk4j.storage;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds the records of one kind that belong to one owner, in the order they were stored. Guarded by
 * the adapter's lock. Accepts copies only: copying evaluates dynamic texts, which must not happen
 * under the lock.
 */
final class Table {

  private final String kind;
  private final Counter counter;
  private final Map<String, Long> numbers = new HashMap<>();
  private final TreeMap<Long, Object> rows = new TreeMap<>();

  Table(String kind, Counter counter) {
    this.kind = kind;
    this.counter = counter;
  }

  void store(Object stored, UndoLog undo) {
    String id = Records.id(stored);
    Long number = numbers.get(id);
    if (number == null) {
      append(id, stored, undo);
    } else if (!Records.same(get(number), stored)) {
      throw AdkException.saying(
          AdkErrorCode.E_STORAGE_CONFLICT, "A different %s is stored under the id '%s'.", kind, id);
    }
  }

  void mutate(Object changed, UndoLog undo) {
    String id = Records.id(changed);
    Long number = numbers.get(id);
    if (number == null) {
      append(id, changed, undo);
    } else {
      Object before = get(number);
      rows.put(number, changed);
      undo.add(() -> rows.put(number, before));
    }
  }

  void delete(String id, UndoLog undo) {
    Long number = numbers.remove(id);
    if (number != null) {
      Object gone = get(number);
      rows.remove(number);
      undo.add(() -> insert(id, number, gone));
    }
  }

  /**
   * Replaces records: the replacements take the positions of the old ones in order; the rest is
   * appended.
   */
  void replace(Collection<String> ids, List<Object> replacements, UndoLog undo) {
    TreeSet<Long> freed = new TreeSet<>();
    for (String id : ids) {
      Long number = numbers.get(id);
      if (number != null) {
        freed.add(number);
        delete(id, undo);
      }
    }
    for (Object replacement : replacements) {
      String id = Records.id(replacement);
      Long place = numbers.containsKey(id) ? null : freed.pollFirst();
      if (place == null) {
        store(replacement, undo);
      } else {
        add(id, place, replacement, undo);
      }
    }
  }

  /** Returns copies of the newest {@code limit} records, oldest first. */
  List<Object> newest(int limit) {
    return rows.descendingMap().values().stream()
        .limit(limit)
        .map(Records::copy)
        .toList()
        .reversed();
  }

  List<StoredRow> log() {
    return rows.entrySet().stream()
        .map(e -> new StoredRow(e.getKey(), kind, Records.id(e.getValue())))
        .toList();
  }

  private void append(String id, Object row, UndoLog undo) {
    add(id, counter.next(undo), row, undo);
  }

  private void add(String id, long number, Object row, UndoLog undo) {
    insert(id, number, row);
    undo.add(
        () -> {
          numbers.remove(id);
          rows.remove(number);
        });
  }

  private void insert(String id, long number, Object row) {
    numbers.put(id, number);
    rows.put(number, row);
  }

  private Object get(long number) {
    return Objects.requireNonNull(rows.get(number), "each number of the index has a row");
  }
}
