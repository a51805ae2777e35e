package dev.adk4j.boot.memory;

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

  private final MemoryBacklogs backlogs;
  private final boolean strict;

  MemoryHealthIndicator(MemoryBacklogs backlogs, boolean strict) {
    super("The health of the memory stores could not be determined");
    this.backlogs = backlogs;
    this.strict = strict;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    Map<String, StoreBacklog> all = backlogs.all();
    List<String> failing =
        all.entrySet().stream()
            .filter(entry -> backlogs.backsOff(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    (strict && !failing.isEmpty() ? builder.down() : builder.up())
        .withDetail("backedOff", failing)
        .withDetail(
            "pending",
            all.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().messages())));
  }
}
