package dev.adk4j.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Features of a turn that are met by gates, kills, budgets, aborts and streams, and what a turn
 * leaves in its conversation.
 */
enum Feature {
  /** Four tools at once. */
  PARALLEL(2, "user", "work") {
    @Override
    List<String> calls(String tool) {
      return List.of("work", tool, "work", "work");
    }
  },
  /** Fifty tools at once; one throws, one may wait or hang, one is another agent. */
  STORM(5, "user", "work") {
    @Override
    List<String> calls(String tool) {
      List<String> calls = new ArrayList<>(Collections.nCopies(FeatureProcess.STORM, "work"));
      calls.set(13, "broken!");
      calls.set(21, tool);
      calls.set(34, "ask_second");
      return calls;
    }
  },
  /** An agent asks one that asks another one. */
  ASK(6, "user", "work") {
    @Override
    List<String> calls(String tool) {
      return List.of("ask_second");
    }
  },
  /** An agent hands over to one that hands over to the first one again. */
  HAND_OVER(6, "user", "work", "work", "work") {
    @Override
    List<String> calls(String tool) {
      return List.of(tool);
    }

    @Override
    List<String> behind() {
      return List.of("hand_over_to_first", "hand_over_to_second");
    }
  },
  /** Guards of input, tools and output, which hold back a part of the stream. */
  GUARDS(2, "user", "work") {
    @Override
    List<String> calls(String tool) {
      return List.of(tool);
    }
  },
  /** An agent is asked beside other tools; both and the tool itself have guards. */
  GUARDED_ASK(4, "user", "work") {
    @Override
    List<String> calls(String tool) {
      // what waits is stored when it has ended
      return tool.equals("transfer")
          ? List.of("work", "work", "ask_second")
          : List.of("work", "ask_second", "work");
    }
  },
  /** An agent whose guard rewrites hands over to one with a guard of its own. */
  GUARDED_HAND_OVER(4, "user", "work", "work") {
    @Override
    List<String> calls(String tool) {
      return List.of(tool);
    }

    @Override
    List<String> behind() {
      return List.of("hand_over_to_second");
    }
  },
  /** A search in what Spring AI's chat memory keeps, besides another tool. */
  SEARCH(2, "user", "work") {
    @Override
    List<String> calls(String tool) {
      return List.of("search_history", tool);
    }
  },
  /** A skill is read; the tool is found among many, loaded and called. */
  TOOL_SEARCH(3, "user", "work", "read_skill", "search_tools", "load_tools") {
    @Override
    List<String> calls(String tool) {
      return List.of(tool);
    }
  };

  private final int generations;
  private final List<String> before;

  Feature(int generations, String... before) {
    this.generations = generations;
    this.before = List.of(before);
  }

  /** What its turn's conversation has when the tool starts: all iterations before are stored. */
  List<String> before(String word) {
    List<String> all = new ArrayList<>(before);
    all.set(0, "user " + word);
    return all;
  }

  /** The calls that are stored with the tool's, a failed one with a mark. */
  abstract List<String> calls(String tool);

  /** The calls that are stored behind the answer. */
  List<String> behind() {
    return List.of();
  }

  /** What a whole turn leaves. */
  List<String> whole(String word, String answer) {
    List<String> all = before(word);
    all.addAll(calls(word.startsWith("pay") ? "transfer" : "look"));
    all.add("assistant " + answer);
    all.addAll(behind());
    return all;
  }

  /** What a turn leaves that goes on after the tool until its budget has run out. */
  List<String> spent(String word, String tool) {
    List<String> all = before(word);
    boolean within = this == ASK || this == GUARDED_ASK;
    calls(tool).forEach(call -> all.add(call.equals("ask_second") && within ? call + "!" : call));
    int left = within ? 0 : FeatureProcess.GENERATIONS - generations;
    IntStream.range(0, left).forEach(n -> all.add("work"));
    behind().forEach(call -> all.add(call + "!"));
    return all;
  }

  /**
   * What a turn leaves whose stream was cut at the first text, an inner agent's where there is one.
   */
  List<String> cut() {
    List<String> all = before("cut");
    if (this != STORM && this != ASK && this != GUARDED_ASK) {
      all.addAll(calls("look"));
    }
    return all;
  }

  /** The answer of a turn whose tool said this. */
  String answer(String said) {
    return switch (this) {
      case PARALLEL -> "<work 2, " + said + ", work 4, work 5>";
      case STORM -> storm(said);
      case ASK -> "<<<" + said + ">>>";
      case HAND_OVER, TOOL_SEARCH -> "<" + said + ">";
      case GUARDS -> "<" + FeatureProcess.marked(said) + "> PIN ****";
      case GUARDED_ASK ->
          said.equals("paid")
              ? "<work 2, work 4, checked <paid> pin ....> PIN ****"
              : "<work 2, checked <looked> pin ...., work 4> PIN ****";
      case GUARDED_HAND_OVER -> "<" + said + "> pin ....";
      case SEARCH -> "<found, " + said + ">";
    };
  }

  private static String storm(String said) {
    List<String> results = new ArrayList<>();
    IntStream.range(0, FeatureProcess.STORM).forEach(n -> results.add("work " + n));
    results.set(13, "broken");
    results.set(21, said);
    results.set(34, "<looked>");
    return "<" + String.join(", ", results) + ">";
  }
}
