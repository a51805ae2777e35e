package dev.adk4j.durable.dbscheduler;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Compares what conversations have at the end with what was sent. */
final class Outcome {

  private final SteppedDatabase database;
  private final Interference people;
  private final Map<String, AtomicInteger> paid;
  private final Map<String, Expected> expected = new LinkedHashMap<>();
  private final Map<String, String> states = new HashMap<>();

  private record Expected(
      String conversation, String payments, int begun, int ended, @Nullable String turn) {}

  /**
   * A record.
   *
   * @param turn the number of the message whose turn it belongs to, or a letter that has a turn of
   *     its own
   */
  private record Stored(long seq, String turn, String what) {}

  Outcome(SteppedDatabase database, Interference people, Map<String, AtomicInteger> paid) {
    this.database = database;
    this.people = people;
    this.paid = paid;
  }

  void expect(
      int number,
      String conversation,
      String payments,
      int begun,
      int ended,
      @Nullable String turn) {
    expected.put("" + number, new Expected(conversation, payments, begun, ended, turn));
  }

  /** Returns what is wrong; null for nothing. */
  @Nullable String wrong() {
    database
        .ask(
            "select turn_id, state from adk_waiting_turn",
            row -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(each -> states.put(each.getKey(), each.getValue()));
    for (Map.Entry<String, String> each : states.entrySet()) {
      if (each.getValue().equals("aborted") && !people.mayStop(each.getKey())) {
        return "STOP: nobody stopped " + each.getKey();
      }
    }
    String wrong = people.wrongStops();
    for (int i = 0; i < 2 && wrong == null; i++) {
      wrong = wrongIn("c" + i);
    }
    return wrong;
  }

  private List<Stored> records(String conversation) {
    String of = " where conversation = '" + conversation + "' order by seq";
    List<Stored> all = new ArrayList<>();
    all.addAll(
        database.ask(
            "select seq, role, content from adk_message" + of,
            row -> {
              String text = row.getString(3);
              if (text.startsWith("+")) {
                boolean begins = database.asked.containsValue(text + " ");
                return new Stored(row.getLong(1), begins ? text : "", text);
              }
              boolean done = text.startsWith("done ");
              String number = done ? text.substring(5) : text.substring(0, text.indexOf(' '));
              return new Stored(row.getLong(1), number, done ? "answer" : "question");
            }));
    all.addAll(
        database.ask(
            "select seq, args, is_error from adk_tool_call" + of,
            row -> {
              String args = row.getString(2);
              String what = args.substring(args.indexOf(":\"") + 2, args.lastIndexOf('"'));
              int count = paid.getOrDefault(what, new AtomicInteger()).get();
              if (!row.getBoolean(3) && count != 1) {
                database.violation = "EFFECT AT MOST ONCE: a result without an effect: " + what;
              }
              return new Stored(
                  row.getLong(1), what.substring(0, what.indexOf('/')), "call " + what);
            }));
    all.sort((one, other) -> Long.compare(one.seq, other.seq));
    for (int i = 1; i < all.size(); i++) {
      Stored each = all.get(i);
      if (each.turn.isEmpty()) {
        all.set(i, new Stored(each.seq, all.get(i - 1).turn, each.what));
      }
    }
    return all;
  }

  private @Nullable String wrongIn(String conversation) {
    List<Stored> all = records(conversation);
    List<String> order = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Stored each = all.get(i);
      if (each.seq != i + 1) {
        return "NOTHING LOST: a gap in " + all;
      }
      if (order.isEmpty() || !order.getLast().equals(each.turn)) {
        order.add(each.turn);
      }
    }
    if (new HashSet<>(order).size() != order.size()) {
      return "ORDER: turns are mixed: " + all;
    }
    if (database.violation != null) {
      return database.violation;
    }
    String wrong = wrongLetters(conversation, all);
    return wrong == null ? wrongTurns(conversation, all, order) : wrong;
  }

  /** Each is there once, in the turn that took it unless that was stopped; refused ones are not. */
  private @Nullable String wrongLetters(String conversation, List<Stored> all) {
    for (int i = 0; i < people.letters().size(); i++) {
      Interference.Letter letter = people.letters().get(i);
      String text = "+" + i;
      List<Stored> found = all.stream().filter(each -> each.what.equals(text)).toList();
      String turn = letter.turn;
      if (!letter.conversation.equals(conversation)) {
        if (!found.isEmpty()) {
          return "LETTERS: " + text + " is in a foreign conversation";
        }
      } else if (found.size() > 1 || (turn != null && found.isEmpty())) {
        return "LETTERS: " + text + " is there " + found.size() + " times: " + all;
      } else if (turn == null && letter.refused && letter.key == null && !found.isEmpty()) {
        return "LETTERS: " + text + " was refused, and is there: " + all;
      } else if (turn != null
          && "completed".equals(states.get(turn))
          && !turn.equals(turnOf(found.getFirst().turn))) {
        return "LETTERS: " + turn + " took " + text + " and did not read it: " + all;
      }
    }
    return null;
  }

  /** Its sender may not know the turn: the process died that accepted it. */
  private @Nullable String turnOf(String number) {
    Expected one = expected.get(number);
    return one != null && one.turn != null
        ? one.turn
        : database.asked.entrySet().stream()
            .filter(each -> each.getValue().startsWith(number + " "))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(null);
  }

  private @Nullable String wrongTurns(String conversation, List<Stored> all, List<String> order) {
    for (int i = 0; i < order.size(); i++) {
      String number = order.get(i);
      Expected one = expected.get(number);
      List<String> whats =
          all.stream().filter(each -> each.turn.equals(number)).map(Stored::what).toList();
      if (!isWhole(number, one, whats)) {
        return "NOTHING LOST: turn " + number + " has " + whats;
      }
      for (String later : order.subList(i + 1, order.size())) {
        Expected other = expected.get(later);
        if (one != null && other != null && other.ended < one.begun) {
          return "ORDER: " + later + " was accepted before " + number + ": " + order;
        }
      }
    }
    for (Map.Entry<String, Expected> each : expected.entrySet()) {
      String turn = each.getValue().turn;
      if (turn != null
          && each.getValue().conversation.equals(conversation)
          && !order.contains(each.getKey())
          && !"aborted".equals(states.get(turn))) {
        return "NOTHING LOST: turn " + each.getKey() + " has no records";
      }
    }
    return null;
  }

  /**
   * A turn has all calls in their order, and ends with an answer; it answers anew where it was told
   * more. One that was stopped has what it had said.
   */
  private boolean isWhole(String number, @Nullable Expected one, List<String> whats) {
    List<String> wanted = new ArrayList<>();
    wanted.add(one == null ? number : "question");
    String payments = one == null ? "" : one.payments;
    for (int k = 0; k < payments.length(); k++) {
      wanted.add("call " + number + "/" + k + "/0");
      if (payments.charAt(k) == 'd') {
        wanted.add("call " + number + "/" + k + "/1");
      }
    }
    List<String> own = new ArrayList<>();
    String last = "";
    for (String what : whats) {
      boolean letter = what.startsWith("+") && !what.equals(number);
      boolean anew = what.equals("answer") && own.contains("answer") && last.startsWith("+");
      if (!letter && !anew) {
        own.add(what);
      }
      last = what;
    }
    String turn = turnOf(number);
    wanted.add("answer");
    return turn != null && "aborted".equals(states.get(turn))
        ? Collections.indexOfSubList(wanted, own) == 0
        : own.equals(wanted) && last.equals("answer");
  }
}
