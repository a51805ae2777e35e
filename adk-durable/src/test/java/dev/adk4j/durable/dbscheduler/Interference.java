package dev.adk4j.durable.dbscheduler;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What people do to turns that work: they tell them more, and stop them. */
final class Interference {

  private static final int MOST_LETTERS = 6;

  /** The letters "+0", "+1" and so on. */
  private final List<Letter> letters = new ArrayList<>();

  private final Set<String> toStop = ConcurrentHashMap.newKeySet();

  /** How often the model of a turn was asked by one run after the turn was stopped. */
  private final Map<String, Map<Stepper.Operation, AtomicInteger>> stopped =
      new ConcurrentHashMap<>();

  /** A message to a turn that works. */
  static final class Letter {
    final String conversation;
    final @Nullable String key;
    final boolean orSend;
    volatile @Nullable String turn;
    volatile boolean refused;
    Stepper.@Nullable Operation operation;

    private Letter(String conversation, @Nullable String key, boolean orSend) {
      this.conversation = conversation;
      this.key = key;
      this.orSend = orSend;
    }
  }

  interface Work {
    void accept(SteppedNode node);
  }

  /** Sends a letter, or one again the sender of which does not know what became of it. */
  void steer(Random random, BiFunction<String, Work, Stepper.Operation> start) {
    List<Integer> known = new ArrayList<>();
    for (int i = 0; i < letters.size(); i++) {
      Stepper.Operation last = letters.get(i).operation;
      if (letters.get(i).key != null
          && last != null
          && (last.isOver() || last.process.isKilled())) {
        known.add(i);
      }
    }
    boolean again = !known.isEmpty() && random.nextInt(4) == 0;
    if (!again && letters.size() == MOST_LETTERS) {
      return;
    }
    int number = again ? known.get(random.nextInt(known.size())) : letters.size();
    if (!again) {
      String key = random.nextBoolean() ? "mail-" + number : null;
      letters.add(new Letter("c" + random.nextInt(2), key, random.nextBoolean()));
    }
    Letter letter = letters.get(number);
    letter.operation =
        start.apply(
            "steer +" + number + (letter.orSend ? " or send" : "") + " in " + letter.conversation,
            node -> send(node, number, letter));
  }

  private static void send(SteppedNode node, int number, Letter letter) {
    try {
      letter.turn = node.steer(letter.conversation, "+" + number, letter.key, letter.orSend);
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_NO_TURN_RUNS) || letter.orSend) {
        throw e;
      }
      letter.refused = true;
    }
  }

  /** Somebody begins to stop the turn. */
  void stop(String turn) {
    toStop.add(turn);
  }

  /** The turn was told to stop, or had ended. */
  void stopped(String turn, boolean asked) {
    if (asked) {
      stopped.putIfAbsent(turn, new ConcurrentHashMap<>());
    }
  }

  void modelAsked(String turn) {
    Map<Stepper.Operation, AtomicInteger> runs = stopped.get(turn);
    Stepper.Operation run = Stepper.current();
    if (runs != null && run != null) {
      runs.computeIfAbsent(run, each -> new AtomicInteger()).incrementAndGet();
    }
  }

  boolean mayStop(String turn) {
    return toStop.contains(turn);
  }

  List<Letter> letters() {
    return letters;
  }

  /**
   * A run hears of it at the end of its iteration; one that begins later does not ask the model.
   */
  @Nullable String wrongStops() {
    for (Map.Entry<String, Map<Stepper.Operation, AtomicInteger>> each : stopped.entrySet()) {
      for (Map.Entry<Stepper.Operation, AtomicInteger> run : each.getValue().entrySet()) {
        if (run.getValue().get() > 1) {
          return "STOP: " + run.getKey().name + " goes on with " + each.getKey();
        }
      }
    }
    return null;
  }
}
