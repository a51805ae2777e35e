package dev.adk4j.sample.memory;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.memory.ForgetReport;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.MemoryWriteException;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.value.Scope;
import java.util.List;
import org.springframework.stereotype.Component;

/** Lists and erases the facts about a user. Thread-safe. */
@Component
public final class MemoryShelf {

  /** Argument of the tool {@code forget} for all facts. */
  public static final String EVERYTHING = "everything";

  private static final int MAX_LISTED = 1_000;

  private final MemoryManager manager;
  private final JdbcMemoryStore facts;

  MemoryShelf(MemoryManager manager, JdbcMemoryStore facts) {
    this.manager = manager;
    this.facts = facts;
  }

  /** Returns the facts about the scope's subject, oldest first. */
  public List<MemoryEntry> all(Scope scope) {
    return facts.entries(owner(scope), MAX_LISTED);
  }

  /** Erases a fact permanently. Returns false if it does not exist. */
  public boolean erase(Scope scope, String id) {
    boolean known = all(scope).stream().anyMatch(fact -> id.equals(fact.id()));
    if (known) {
      facts.delete(id, MemoryWriteContext.of(owner(scope)));
    }
    return known;
  }

  /**
   * Erases all facts permanently, and discards messages that await extraction. Returns the number
   * of facts.
   */
  public int eraseAll(Scope scope) {
    int known = all(scope).size();
    ForgetReport report = manager.forget(scope);
    for (MemoryWriteException.StoreFailure failure : report.failures()) {
      // A store that lost a race or is away says so itself, and the caller may ask again.
      if (failure.cause() instanceof AdkException why) {
        throw why;
      }
    }
    if (!report.complete()) {
      throw new IllegalStateException("not everything could be erased: " + report);
    }
    return known;
  }

  private static MemoryOwner owner(Scope scope) {
    return MemoryOwner.require(scope, "The memory shelf");
  }
}
