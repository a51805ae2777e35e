package dev.adk4j.storage;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The records of one kind that belong to one owner, in the order they were stored. Guarded by the
 * adapter's lock. What it is given is a copy already: copying evaluates dynamic texts, which must
 * not happen under the lock.
 */
final class Table<T> {

  private final String kind;
  private final Function<T, String> idOf;
  private final BiPredicate<T, T> same;
  private final UnaryOperator<T> copy;
  private final Counter counter;
  private final Map<String, Long> numbers = new HashMap<>();
  private final TreeMap<Long, T> rows = new TreeMap<>();

  Table(
      String kind,
      Function<T, String> idOf,
      BiPredicate<T, T> same,
      UnaryOperator<T> copy,
      Counter counter) {
    this.kind = kind;
    this.idOf = idOf;
    this.same = same;
    this.copy = copy;
    this.counter = counter;
  }

  void store(T stored, UndoLog undo) {
    String id = idOf.apply(stored);
    Long number = numbers.get(id);
    if (number == null) {
      append(id, stored, undo);
    } else if (!same.test(get(number), stored)) {
      throw AdkException.of(AdkErrorCode.E_STORAGE_CONFLICT)
          .message("A different " + kind + " is stored under the id '" + id + "'.")
          .args(kind, id)
          .build();
    }
  }

  void mutate(T changed, UndoLog undo) {
    String id = idOf.apply(changed);
    Long number = numbers.get(id);
    if (number == null) {
      append(id, changed, undo);
    } else {
      T before = get(number);
      rows.put(number, changed);
      undo.add(() -> rows.put(number, before));
    }
  }

  void delete(String id, UndoLog undo) {
    Long number = numbers.remove(id);
    if (number != null) {
      T gone = get(number);
      rows.remove(number);
      undo.add(() -> insert(id, number, gone));
    }
  }

  /**
   * The replacements take the places of what they replace, first to first; what exceeds them comes
   * last.
   */
  void replace(Collection<String> ids, List<T> replacements, UndoLog undo) {
    TreeSet<Long> freed = new TreeSet<>();
    for (String id : ids) {
      Long number = numbers.get(id);
      if (number != null) {
        freed.add(number);
        delete(id, undo);
      }
    }
    for (T replacement : replacements) {
      String id = idOf.apply(replacement);
      Long place = numbers.containsKey(id) ? null : freed.pollFirst();
      if (place == null) {
        store(replacement, undo);
      } else {
        add(id, place, replacement, undo);
      }
    }
  }

  /** Copies of the newest {@code limit} records, oldest first. */
  List<T> newest(int limit) {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<T> newest = new ArrayList<>(Math.min(limit, rows.size()));
    for (T row : rows.descendingMap().values()) {
      if (newest.size() == limit) {
        break;
      }
      newest.add(copy.apply(row));
    }
    Collections.reverse(newest);
    return newest;
  }

  List<StoredRow> log() {
    return rows.entrySet().stream()
        .map(e -> new StoredRow(e.getKey(), kind, idOf.apply(e.getValue())))
        .toList();
  }

  private void append(String id, T row, UndoLog undo) {
    add(id, counter.next(undo), row, undo);
  }

  private void add(String id, long number, T row, UndoLog undo) {
    insert(id, number, row);
    undo.add(
        () -> {
          numbers.remove(id);
          rows.remove(number);
        });
  }

  private void insert(String id, long number, T row) {
    numbers.put(id, number);
    rows.put(number, row);
  }

  private T get(long number) {
    T row = rows.get(number);
    if (row == null) {
      throw new IllegalStateException("the index of " + kind + " names a row that is not there");
    }
    return row;
  }
}
