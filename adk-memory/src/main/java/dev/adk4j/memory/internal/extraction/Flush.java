package dev.adk4j.memory.internal.extraction;

import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.internal.call.WritesUnderWay;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one flush: waits for started writes, requests saves, waits for them and reports. */
record Flush(
    ExtractionJournal journal, Consumer<SaveKey> wake, SaveWorkers workers, WritesUnderWay writes) {

  private static final Logger LOG = LoggerFactory.getLogger(Flush.class);

  FlushReport run(Supplier<List<SaveKey>> unsaved, Duration limit) {
    long started = System.nanoTime();
    boolean written = writes.awaitStarted(limit);
    List<SaveKey> keys = unsaved.get();
    Map<SaveKey, Integer> failuresBefore = new LinkedHashMap<>();
    int broken = 0;
    for (SaveKey key : keys) {
      try {
        if (journal.pending(key) > 0) {
          failuresBefore.put(key, journal.cursor(key).failures());
          journal.demand(key);
          wake.accept(key);
        }
      } catch (RuntimeException e) {
        failed(key, e);
        broken++;
      }
    }
    Duration left = limit.minusNanos(System.nanoTime() - started);
    boolean saved = workers.awaitIdle(keys, left.isNegative() ? Duration.ZERO : left);
    FlushReport report = report(failuresBefore, broken, written && saved);
    if (!report.pending().isEmpty()) {
      LOG.warn("Messages that memory stores have not saved after a flush: {}", report.pending());
    }
    return report;
  }

  private FlushReport report(Map<SaveKey, Integer> failuresBefore, int broken, boolean complete) {
    Map<String, Long> pending = new LinkedHashMap<>();
    int saved = 0;
    int failed = broken;
    for (Map.Entry<SaveKey, Integer> entry : failuresBefore.entrySet()) {
      SaveKey key = entry.getKey();
      try {
        long left = journal.pending(key);
        if (left == 0) {
          saved++;
        } else {
          pending.merge(key.store(), left, Long::sum);
          failed += journal.cursor(key).failures() > entry.getValue() ? 1 : 0;
        }
      } catch (RuntimeException e) {
        failed(key, e);
        failed++;
      }
    }
    return new FlushReport(saved, failed, pending, complete);
  }

  private static void failed(SaveKey key, RuntimeException e) {
    LOG.error(
        "The memory journal failed during the flush of {} into '{}'.",
        key.conversation().hash(),
        key.store(),
        e);
  }
}
