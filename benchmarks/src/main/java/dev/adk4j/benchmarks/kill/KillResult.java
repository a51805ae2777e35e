package dev.adk4j.benchmarks.kill;

/**
 * The outcome of one arm.
 *
 * @param kills processes that were killed
 * @param doubled charges beyond the first
 * @param missing charges that never happened, and were not told to be unknown
 * @param unknown calls that the model was told an unknown outcome of
 * @param unanswered turns that have no answer
 * @param broken other turns whose history is not that of a turn that went well
 * @param writes statements that write, and selects, of a turn, by the server's count
 */
record KillResult(
    String title,
    int turns,
    int kills,
    int doubled,
    int missing,
    int unknown,
    int unanswered,
    int broken,
    double writes,
    double selects,
    double seconds) {

  static final String HEAD =
      """
      | | turns | kills | charged twice or more | never charged | told "unknown" | never answered | broken histories | writes, selects a turn | turns/s |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |""";

  String row() {
    return "| %s | %d | %d | %d | %d | %d | %d | %d | %.1f, %.1f | %.1f |"
        .formatted(
            title,
            turns,
            kills,
            doubled,
            missing,
            unknown,
            unanswered,
            broken,
            writes,
            selects,
            turns / seconds);
  }

  boolean isExact() {
    return doubled + missing + unanswered + broken == 0;
  }
}
