package dev.adk4j.jdbc.vector;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

/** The newest PostgreSQL that can be had with the extension; its times mean nothing. */
@Tag("slow")
class PgVectorPlanOnPgliteTests extends PgVectorPlanTests {

  @Override
  DataSource dataSource() {
    return PgVectorServer.pglite();
  }

  @Override
  int rows() {
    return 3_000;
  }

  @Override
  int dimensions() {
    return 256;
  }

  @Override
  String planner() {
    return "set enable_seqscan = off";
  }
}
