package dev.adk4j.durable.kill;

import dev.adk4j.jdbc.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Remembers which node changed which row when, in the transaction that did. */
final class Audit {

  private static final List<String> TABLES =
      List.of(
          "adk_message",
          "adk_tool_call",
          "adk_conversation",
          "adk_waiting_turn",
          "adk_waiting_call",
          "adk_turn_event",
          "adk_task");

  private Audit() {}

  static void on(TestDatabase database) {
    database.execute("create table audit (at timestamptz, node text, place text, line jsonb)");
    database.execute("create index audit_node on audit (node, at)");
    database.execute("create index audit_turn on audit ((line ->> 'turn_id'))");
    database.execute(
        "create function audit() returns trigger language plpgsql as $$ begin insert into audit"
            + " values (clock_timestamp(), current_setting('application_name'), tg_table_name, case"
            + " when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end); return null; end"
            + " $$");
    TABLES.forEach(
        table ->
            database.execute(
                "create trigger audit after insert or update or delete on "
                    + table
                    + " for each row execute function audit()"));
  }

  /** What nodes did to turns after other nodes had claimed them. */
  static Outcome.Zombies zombies(TestDatabase database, Chronicle chronicle) {
    List<Map.Entry<Chronicle.Claim, Chronicle.Claim>> all = chronicle.takenOver();
    long refused = 0;
    long lost = 0;
    long rows = 0;
    List<String> shown = new ArrayList<>();
    for (Map.Entry<Chronicle.Claim, Chronicle.Claim> each : all) {
      Chronicle.Claim was = each.getKey();
      Chronicle.Claim now = each.getValue();
      rows += rows(database, was, now.token());
      if (chronicle.loses.stream().anyMatch(said -> is(said, was, now))) {
        lost++;
      } else if (chronicle.refused.stream().anyMatch(said -> is(said, was, now))) {
        refused++;
      }
      chronicle.told.stream()
          .filter(said -> is(said, was, now))
          .map(said -> said.what() + " of " + said.turn())
          .forEach(shown::add);
    }
    return new Outcome.Zombies(all.size(), refused, lost, rows, shown);
  }

  private static boolean is(Chronicle.Said said, Chronicle.Claim was, Chronicle.Claim now) {
    return said.node().equals(was.node())
        && said.turn().equals(was.turn())
        && said.at() >= now.at();
  }

  private static long rows(TestDatabase database, Chronicle.Claim was, long token) {
    String turn = "'" + was.turn() + "'";
    String claimed =
        "(select min(c.at) from audit c where c.place = 'adk_waiting_turn' and c.line ->> 'turn_id'"
            + " = "
            + turn
            + " and c.line ->> 'token' = '"
            + token
            + "')";
    return database.count(
        "select count(*) from audit a where a.node = '"
            + was.node()
            + "' and a.at > "
            + claimed
            + " and (a.line ->> 'turn_id' = "
            + turn
            + " or a.line ->> 'task_instance' like "
            + turn
            + " || ' %' or a.place in ('adk_message', 'adk_tool_call', 'adk_conversation') and"
            + " a.line ->> 'conversation' = (select conversation from adk_waiting_turn where turn_id"
            + " = "
            + turn
            + "))");
  }
}
