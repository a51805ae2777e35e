package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one PostgreSQL: asked in one, decided in the other. */
@Tag("slow")
class ApprovalAcrossProcessesTests {

  @TempDir private Path directory;

  @Test
  void aDecisionGivenToAnotherProcessCountsAlsoWhenTheFirstWasKilledInBetween() throws Exception {
    try (Postgres postgres = Postgres.start()) {
      SampleProcess one = start("one", postgres);
      SampleProcess two = start("two", postgres);
      try {
        one.awaitReady();
        two.awaitReady();
        try (GateWatcher gate =
            GateWatcher.ask(one.api(), "alive", "publish: Alive - asked in one")) {
          assertThat(two.api().postJson(gate.path(), "{\"decision\":\"approve\"}").statusCode())
              .isEqualTo(204);
          assertThat(gate.answer()).isEqualTo("Published the note \"Alive\".");
        }
        GateWatcher orphan = GateWatcher.ask(one.api(), "killed", "publish: Killed - asked in one");
        one.kill();
        assertThat(two.api().postJson(orphan.path(), "{\"decision\":\"approve\"}").statusCode())
            .isEqualTo(204);
        assertThat(two.api().json("/api/notes").toString()).doesNotContain("Killed");

        assertThat(Api.answer(two.api().say("killed", "publish: Killed - asked in one")))
            .isEqualTo("Published the note \"Killed\".");

        List<String> audit = audit(postgres);
        audit.forEach(row -> System.out.println("audit: " + row));
        assertThat(audit).hasSize(2).allMatch(row -> row.contains("|resolve|"));
      } finally {
        one.kill();
        two.kill();
      }
    }
  }

  private SampleProcess start(String name, Postgres postgres) throws Exception {
    return SampleProcess.start(
        directory.resolve(name),
        "--spring.profiles.active=postgres",
        "--spring.datasource.url=" + postgres.url(),
        "--spring.datasource.username=" + postgres.user(),
        "--spring.datasource.password=" + postgres.password());
  }

  /** Who decided what, through which channel, and what came of the tool. */
  private static List<String> audit(Postgres postgres) throws Exception {
    try (Connection connection =
            DriverManager.getConnection(postgres.url(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select g.tool, d.kind, d.actor, d.channel, g.state from adk_gate g"
                    + " join adk_gate_decision d on d.tenant = g.tenant and d.ref = g.ref"
                    + " where d.refusal is null order by d.decided_at")) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(
            String.join(
                "|",
                rows.getString(1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5)));
      }
      return found;
    }
  }
}
