package dev.adk4j.jdbc.vector;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PgVectorPlanOnServerTests extends PgVectorPlanTests {

  @Override
  DataSource dataSource() {
    return PgVectorServer.real();
  }

  @Override
  int rows() {
    return 15_000;
  }

  @Override
  int dimensions() {
    return 128;
  }

  @Override
  String planner() {
    return "select 1";
  }
}
