package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.internal.Statements;
import java.sql.SQLException;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Executes writes one by one, each after reading the stored row. Locks all counters first, in
 * order, to avoid deadlocks.
 */
final class CarefulWriter {

  private final RowStatements rows;
  private final CounterStatements counters;
  private final Database database;

  CarefulWriter(Database database) {
    this.rows = new RowStatements(database);
    this.counters = new CounterStatements(database);
    this.database = database;
  }

  /** Executes a write that needs a single statement. Returns false if it needs more. */
  boolean alone(Statements on, WriteOp op, long now) throws SQLException {
    return switch (op) {
      case WriteOp.Store store when !store.table().numbered() ->
          rows.insertIfAbsent(on, store.owner(), store.row(), now);
      case WriteOp.Mutate(Owner owner, Row row) -> rows.update(on, owner, row, now);
      case WriteOp.Delete(RecordTable table, Owner owner, String id) -> {
        rows.delete(on, table, owner, id);
        yield true;
      }
      default -> false;
    };
  }

  /** Executes all writes in the caller's transaction. */
  boolean run(Statements on, List<WriteOp> ops, long now) throws SQLException {
    SortedMap<Owner, Counter> locked = lock(on, ops, now);
    lockOwners(on, ops);
    for (WriteOp op : ops) {
      Counter counter = op.table().numbered() ? locked.get(op.owner()) : null;
      switch (op) {
        case WriteOp.Store store -> store(on, store, counter, now);
        case WriteOp.Mutate(Owner owner, Row row) -> {
          if (!rows.update(on, owner, row, now)) {
            add(on, owner, row, counter, now);
          }
        }
        case WriteOp.Delete(RecordTable table, Owner owner, String id) ->
            rows.delete(on, table, owner, id);
        case WriteOp.Replace replace -> replace(on, replace, counter);
      }
    }
    for (Counter counter : locked.values()) {
      if (counter.moved()) {
        counters.save(on, counter, now);
      }
    }
    return true;
  }

  private SortedMap<Owner, Counter> lock(Statements on, List<WriteOp> ops, long now)
      throws SQLException {
    SortedMap<Owner, Boolean> adds = new TreeMap<>();
    for (WriteOp op : ops) {
      if (op.table().numbered()) {
        adds.merge(op.owner(), !(op instanceof WriteOp.Delete), Boolean::logicalOr);
      }
    }
    SortedMap<Owner, Counter> locked = new TreeMap<>();
    for (var entry : adds.entrySet()) {
      locked.put(entry.getKey(), counters.lock(on, entry.getKey(), entry.getValue(), now));
    }
    return locked;
  }

  /**
   * Locks the owners of rows without a counter, to avoid deadlocks between units that write the
   * same memories in a different order.
   */
  private void lockOwners(Statements on, List<WriteOp> ops) throws SQLException {
    List<Owner> owners =
        ops.stream().filter(op -> !op.table().numbered()).map(WriteOp::owner).toList();
    if (owners.size() > 1) {
      for (Owner owner : new TreeSet<>(owners)) {
        database.dialect().lockOwner(on, owner);
      }
    }
  }

  private void store(Statements on, WriteOp.Store store, @Nullable Counter counter, long now)
      throws SQLException {
    Row row = store.row();
    Row stored = rows.find(on, row.table(), store.owner(), row.id());
    if (stored == null) {
      add(on, store.owner(), row, counter, now);
    } else if (!store.sameAs().test(stored)) {
      throw conflict(row);
    }
  }

  private static AdkException conflict(Row row) {
    String id = TextEscape.unescape(row.id());
    return AdkException.saying(
        AdkErrorCode.E_STORAGE_CONFLICT,
        "A different %s is stored under the id '%s'.",
        row.table().label(),
        id);
  }

  private void add(Statements on, Owner owner, Row row, @Nullable Counter counter, long now)
      throws SQLException {
    if (counter != null) {
      rows.insert(on, owner, row, counter.next(), counter.guest(owner));
    } else if (!rows.insertIfAbsent(on, owner, row, now)) {
      throw new SQLException("another writer stored the same id", "40001");
    }
  }

  private void replace(Statements on, WriteOp.Replace replace, @Nullable Counter counter)
      throws SQLException {
    if (counter == null) {
      throw new IllegalStateException("only numbered records have positions to keep");
    }
    RecordTable table = replace.table();
    Owner owner = replace.owner();
    NavigableMap<Long, @Nullable String> freed = rows.places(on, table, owner, replace.ids());
    for (String id : replace.ids()) {
      rows.delete(on, table, owner, id);
    }
    for (Row row : replace.rows()) {
      Row stored = rows.find(on, table, owner, row.id());
      if (stored != null && !replace.sameAs().test(row, stored)) {
        throw conflict(row);
      }
      if (stored == null) {
        var place = freed.pollFirstEntry();
        if (place == null) {
          rows.insert(on, owner, row, counter.next(), counter.guest(owner));
        } else {
          rows.insert(on, owner, row, place.getKey(), place.getValue());
        }
      }
    }
  }
}
