package dev.adk4j.boot.callback;

import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.StorageUnitOfWork;
import java.util.ArrayList;
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

  /** Units in the order in which they were met, so that every start logs the same. */
  private final List<Unit> units = new ArrayList<>();

  private final List<String> outside = new ArrayList<>();

  void add(CallbackKey callback, Assignment assignment, Object instance) {
    if (assignment instanceof Assignment.Noop
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

  /** Returns the text, or null if all write together or none does. */
  @Nullable String text() {
    if (units.isEmpty() || units.size() == 1 && outside.isEmpty()) {
      return null;
    }
    StringBuilder text = new StringBuilder("What an iteration stores is not one transaction:");
    units.forEach(
        unit -> text.append(" together ").append(String.join(", ", unit.callbacks)).append(';'));
    text.append(
            outside.isEmpty()
                ? " nothing outside"
                : " each on its own " + String.join(", ", outside))
        .append('.');
    return text.toString();
  }

  /** Callbacks whose unit of work is the same instance. */
  private record Unit(StorageUnitOfWork instance, List<String> callbacks) {}
}
