package dev.adk4j.test;

import dev.adk4j.storage.RecordStorage;
import dev.adk4j.storage.StoredRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The least that a record storage can be: rows in the order in which they were added. */
final class ListRecords extends RecordStorage {

  private final Map<List<String>, StoredRecord> rows;
  final AtomicInteger writes = new AtomicInteger();

  ListRecords() {
    this(new LinkedHashMap<>());
  }

  private ListRecords(Map<List<String>, StoredRecord> rows) {
    this.rows = rows;
  }

  /** Over the same rows, with nothing else in memory. */
  ListRecords reopened() {
    return new ListRecords(rows);
  }

  List<StoredRecord> all() {
    synchronized (rows) {
      return new ArrayList<>(rows.values());
    }
  }

  @Override
  protected List<StoredRecord> fetch(String kind, String owner, @Nullable String id) {
    return all().stream()
        .filter(row -> row.kind().equals(kind) && row.owner().equals(owner))
        .filter(row -> id == null || row.id().equals(id))
        .toList();
  }

  @Override
  protected void write(List<StoredRecord> records) {
    writes.incrementAndGet();
    synchronized (rows) {
      for (StoredRecord row : records) {
        List<String> key = List.of(row.kind(), row.owner(), row.id());
        if (row.removed()) {
          rows.remove(key);
        } else {
          rows.put(key, row);
        }
      }
    }
  }
}
