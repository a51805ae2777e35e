package dev.adk4j.jdbc;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests on a database of each kind, which has the tables and nothing in them. */
@ParameterizedClass
@EnumSource
public abstract class OnEachDatabase {

  @Parameter protected DatabaseKind kind;
  protected TestDatabase database;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  @BeforeEach
  void openDatabase() {
    database = kind.withTables(20);
  }

  /** Closes it behind the test, in the reverse order. */
  protected final <T extends AutoCloseable> T opened(T closeable) {
    open.push(closeable);
    return closeable;
  }

  @AfterEach
  void closeAll() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
    database.close();
  }
}
