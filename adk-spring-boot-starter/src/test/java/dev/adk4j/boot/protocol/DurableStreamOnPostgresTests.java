package dev.adk4j.boot.protocol;

import dev.adk4j.jdbc.DatabaseKind;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class DurableStreamOnPostgresTests extends DurableStreamTests {

  @Override
  DatabaseKind kind() {
    return DatabaseKind.POSTGRES;
  }
}
