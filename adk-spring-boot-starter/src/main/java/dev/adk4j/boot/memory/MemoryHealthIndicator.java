package dev.adk4j.boot.memory;

import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Health of memory stores: the failing ones and their backlogs. Down only if
 * adk.memory.health.strict is set.
 */
final class MemoryHealthIndicator extends AbstractHealthIndicator {

  private final MemoryManager memory;
  private final boolean strict;

  MemoryHealthIndicator(MemoryManager memory, boolean strict) {
    super("The health of the memory stores could not be determined");
    this.memory = memory;
    this.strict = strict;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    Map<String, StoreBacklog> all = memory.backlog();
    List<String> failing =
        all.entrySet().stream()
            .filter(entry -> backsOff(memory, entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    (strict && !failing.isEmpty() ? builder.down() : builder.up())
        .withDetail("backedOff", failing)
        .withDetail(
            "pending",
            all.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().messages())));
  }

  /** Returns true if a store has so many consecutive failures that most saves are skipped. */
  static boolean backsOff(MemoryManager memory, StoreBacklog backlog) {
    return memory.extraction().settings().backOff().backsOff(backlog.worstFailures());
  }
}
