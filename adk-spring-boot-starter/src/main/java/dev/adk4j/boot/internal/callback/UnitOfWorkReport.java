package dev.adk4j.boot.internal.callback;

import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.StorageUnitOfWork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the callbacks that write outside the transaction that the others share: a crash may keep one
 * write and lose the other.
 */
final class UnitOfWorkReport {

  private static final Logger log = LoggerFactory.getLogger(UnitOfWorkReport.class);

  /** Callbacks by their unit, in the order of discovery, so that every startup logs the same. */
  private final Map<StorageUnitOfWork, List<String>> units = new LinkedHashMap<>();

  private final List<String> outside = new ArrayList<>();

  void add(CallbackKey callback, Assignment assignment, Object instance) {
    if (callback.verb() == CallbackKey.Verb.FETCH
        || assignment instanceof Assignment.Noop
        || !(instance instanceof StorageUnitOfWork.Member member)) {
      return;
    }
    StorageUnitOfWork unit = member.unitOfWork();
    if (unit == null) {
      outside.add(callback.operation());
    } else {
      units.computeIfAbsent(unit, first -> new ArrayList<>()).add(callback.operation());
    }
  }

  void log() {
    String text = text();
    if (text != null) {
      log.info(text);
    }
  }

  /**
   * Returns the text, or null if either all callbacks or none share a transaction. Only callbacks
   * outside the largest unit are named, so that the line stays short.
   */
  @Nullable String text() {
    List<String> largest =
        units.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    List<String> apart = new ArrayList<>();
    units.values().stream()
        .filter(callbacks -> callbacks != largest)
        .forEach(callbacks -> apart.add(String.join(" with ", callbacks)));
    apart.addAll(outside);
    if (units.isEmpty() || apart.isEmpty()) {
      return null;
    }
    return "The records of an iteration are not stored in one transaction. Stored separately: "
        + String.join(", ", apart)
        + ".";
  }
}
