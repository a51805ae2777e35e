package dev.adk4j.durable.kill;

import java.time.Duration;

/**
 * What happens to the nodes of a run.
 *
 * @param turns at least so many; more are accepted until the goal is reached
 * @param lane turns of each conversation
 * @param goal kills of the database, stopped turns, calls that were hit, or restarts, one of which
 *     hands a turn over
 * @param open turns that are accepted and have not ended, at most
 */
record Plan(
    Plague plague,
    int turns,
    int lane,
    Duration every,
    int goal,
    int open,
    ChargingNode.Settings settings) {

  enum Plague {
    /** SIGKILL to one node after the other. */
    NODES,
    /** The same with all turns of the node in the middle of a call. */
    TOOL,
    /** In the middle of a call that was approved. */
    APPROVED,
    /** Before the flush of an iteration commits. */
    FLUSH,
    /** Before the answer is stored with the calls it asks for. */
    ANSWER,
    /** Between two pieces of an answer. */
    STREAM,
    /** Before a gate is stored. */
    GATE,
    /** SIGKILL to a process of PostgreSQL. */
    DATABASE,
    /** SIGSTOP for longer than the lease, and SIGCONT. */
    PAUSE,
    /** SIGTERM to one node after the other, each of which is started again. */
    ROLLING,
    /** Nothing; clocks are six seconds apart. */
    CLOCKS,
    /** SIGKILL to the only node, whose database is a file of H2. */
    ALONE;

    boolean isPlace() {
      return switch (this) {
        case TOOL, APPROVED, FLUSH, ANSWER, STREAM, GATE -> true;
        default -> false;
      };
    }
  }

  /** The full form. */
  static Plan full(Plague plague, int turns) {
    ChargingNode.Settings quick =
        ChargingNode.Settings.DEFAULT.withThreads(10).taking(Duration.ofMillis(200), Duration.ZERO);
    Plan plan = new Plan(plague, turns, 2, Duration.ofSeconds(2), 0, 300, quick);
    return switch (plague) {
      case APPROVED, GATE -> plan.with(quick.withWork(Work.SEVERAL));
      case TOOL -> plan.with(quick.taking(Duration.ofMillis(200), Duration.ofMillis(40)));
      case DATABASE -> plan.every(Duration.ofSeconds(5)).goal(16);
      case PAUSE -> plan.with(quick.watching()).lane(1).goal(50).open(60);
      case ROLLING ->
          plan.with(quick.withThreads(16).taking(Duration.ofMillis(200), Duration.ofMillis(200)))
              .goal(15)
              .open(24);
      case CLOCKS -> plan.with(quick.taking(Duration.ofMillis(200), Duration.ofMillis(200)));
      case ALONE -> plan.every(Duration.ofSeconds(9));
      default -> plan;
    };
  }

  /**
   * What the address of the storage's database says besides. A node that is stopped in the middle
   * of a transaction keeps its locks until the database ends it.
   */
  String connection() {
    return plague == Plague.PAUSE ? "&options=-c%20idle_in_transaction_session_timeout=5s" : "";
  }

  Plan with(ChargingNode.Settings settings) {
    return new Plan(plague, turns, lane, every, goal, open, settings);
  }

  Plan lane(int lane) {
    return new Plan(plague, turns, lane, every, goal, open, settings);
  }

  Plan every(Duration every) {
    return new Plan(plague, turns, lane, every, goal, open, settings);
  }

  Plan goal(int goal) {
    return new Plan(plague, turns, lane, every, goal, open, settings);
  }

  Plan open(int open) {
    return new Plan(plague, turns, lane, every, goal, open, settings);
  }
}
