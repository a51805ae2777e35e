package dev.adk4j.durable.kill;

import dev.adk4j.jdbc.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run has left behind: conversations record by record, and the ledger.
 *
 * @param wrong conversations that are not what they would be had nothing been killed
 * @param unknown calls whose outcome nobody knows, as turn and number
 * @param ran those of them that have charged
 * @param missing calls that have a result and have not charged
 */
record Histories(
    List<String> wrong, Set<String> unknown, long ran, Set<String> missing, long calls) {

  static final String OPEN =
      "select count(*) from adk_waiting_turn where state not in ('completed', 'failed',"
          + " 'aborted')";

  private static final Pattern ARGS = Pattern.compile("\"(n|turn)\"\\s*:\\s*\"?([^\",}]+)");

  private record Row(String kind, long seq, String text) {}

  private record Call(String turn, int n, boolean failed) {}

  static Histories of(
      TestDatabase database, TestDatabase ledger, Work work, Map<String, Integer> turnsOf) {
    Set<String> charged =
        new HashSet<>(ledger.query("select distinct turn || ' ' || n from ledger"));
    Map<String, List<Row>> byConversation = rows(database);
    List<String> wrong = new ArrayList<>();
    Set<String> unknown = new TreeSet<>();
    Set<String> missing = new TreeSet<>();
    long calls = 0;
    for (Map.Entry<String, Integer> each : turnsOf.entrySet()) {
      List<Row> rows = byConversation.getOrDefault(each.getKey(), List.of());
      String why = wrong(rows, work, each.getValue());
      if (why != null) {
        wrong.add(each.getKey() + ": " + why);
      }
      for (Row row : rows) {
        if (row.kind.equals("call")) {
          calls++;
          Call call = call(row.text);
          String name = call.turn + " " + call.n;
          if (call.failed) {
            unknown.add(name);
          } else if (!charged.contains(name)) {
            missing.add(name);
          }
        }
      }
    }
    long ran = unknown.stream().filter(charged::contains).count();
    return new Histories(wrong, unknown, ran, missing, calls);
  }

  private static Map<String, List<Row>> rows(TestDatabase database) {
    Map<String, List<Row>> found = new LinkedHashMap<>();
    for (String line :
        database.query(
            "select conversation, seq, role as kind, cast(content as varchar) as line from"
                + " adk_message union all select conversation, seq, 'call', concat(args, case when"
                + " is_error then ' failed' else '' end) from adk_tool_call order by conversation,"
                + " seq")) {
      String[] parts = line.split("\\|", 4);
      found
          .computeIfAbsent(parts[0], conversation -> new ArrayList<>())
          .add(new Row(parts[2], Long.parseLong(parts[1]), parts[3]));
    }
    return found;
  }

  private static Call call(String line) {
    String turn = "";
    int n = -1;
    Matcher args = ARGS.matcher(line);
    while (args.find()) {
      if (args.group(1).equals("n")) {
        n = Integer.parseInt(args.group(2).strip());
      } else {
        turn = args.group(2);
      }
    }
    return new Call(turn, n, line.endsWith(" failed"));
  }

  /** Null for a conversation without gaps, in order, with all calls once. */
  private static String wrong(List<Row> rows, Work work, int turns) {
    int expected = turns * (2 + work.calls().size());
    if (rows.size() != expected) {
      return rows.size() + " records, not " + expected;
    }
    for (int i = 1; i < rows.size(); i++) {
      if (rows.get(i).seq != rows.get(i - 1).seq + 1) {
        return "a gap before " + rows.get(i).seq;
      }
    }
    int at = 0;
    for (int turn = 0; turn < turns; turn++) {
      if (!rows.get(at++).text.equals("Charge " + turn + ".")) {
        return "turn " + turn + " is not in its place";
      }
      String id = null;
      for (int iteration = 0; iteration < Work.ITERATIONS; iteration++) {
        Set<Integer> left = new HashSet<>(work.calls(iteration));
        for (int i = left.size(); i > 0; i--) {
          Row row = rows.get(at++);
          Call call = row.kind.equals("call") ? call(row.text) : null;
          if (call == null || !left.remove(call.n) || (id != null && !id.equals(call.turn))) {
            return "a wrong call at " + row.seq;
          }
          id = call.turn;
        }
      }
      Row end = rows.get(at++);
      if (!end.kind.equals("assistant") || !end.text.equals("Charged.")) {
        return "no answer of turn " + turn;
      }
    }
    return null;
  }
}
