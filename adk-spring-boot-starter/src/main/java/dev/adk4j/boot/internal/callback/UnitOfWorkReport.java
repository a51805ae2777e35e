package dev.adk4j.boot.internal.callback;

import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.StorageUnitOfWork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the callbacks that write outside the transaction that the others share: a crash may keep one
 * write and lose the other.
 */
final class UnitOfWorkReport {

  private static final Logger log = LoggerFactory.getLogger(UnitOfWorkReport.class);

  /** Units in the order of their discovery, so that every startup logs the same. */
  private final List<Unit> units = new ArrayList<>();

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
      callbacksOf(unit).add(callback.operation());
    }
  }

  private List<String> callbacksOf(StorageUnitOfWork instance) {
    for (Unit unit : units) {
      if (unit.instance == instance) {
        return unit.callbacks;
      }
    }
    Unit met = new Unit(instance, new ArrayList<>());
    units.add(met);
    return met.callbacks;
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
    List<String> apart = new ArrayList<>();
    units.stream()
        .filter(unit -> unit != largest())
        .forEach(unit -> apart.add(String.join(" with ", unit.callbacks)));
    apart.addAll(outside);
    if (units.isEmpty() || apart.isEmpty()) {
      return null;
    }
    return "The records of an iteration are not stored in one transaction. Stored separately: "
        + String.join(", ", apart)
        + ".";
  }

  private Unit largest() {
    return Collections.max(units, Comparator.comparingInt(unit -> unit.callbacks.size()));
  }

  /** Callbacks whose unit of work is the same instance. */
  private record Unit(StorageUnitOfWork instance, List<String> callbacks) {}
}
