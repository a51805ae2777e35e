package dev.adk4j.durable.kill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What all nodes of a run have said, and when each of them went down. */
final class Chronicle {

  record Claim(String node, String turn, long token, long at) {}

  /** Something that a node said of a turn. */
  record Said(String node, String turn, String what, long at) {}

  /** What the queue logs. */
  private static final Pattern NOTICED = Pattern.compile("Another process resumes turn (\\S+)");

  private final ConcurrentLinkedQueue<Claim> claims = new ConcurrentLinkedQueue<>();
  private final Map<String, Long> left = new ConcurrentHashMap<>();
  private final Map<String, Long> down = new ConcurrentHashMap<>();
  private final Map<String, Queue<Long>> noticed = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> picked = new ConcurrentHashMap<>();
  private final Set<String> hits = ConcurrentHashMap.newKeySet();
  final ConcurrentLinkedQueue<Said> told = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<Said> refused = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<Said> loses = new ConcurrentLinkedQueue<>();

  void hears(String node, String line) {
    Matcher dead = NOTICED.matcher(line);
    if (dead.find()) {
      noticed
          .computeIfAbsent(dead.group(1), turn -> new ConcurrentLinkedQueue<>())
          .add(System.currentTimeMillis());
    }
    String[] words = line.split(" ");
    switch (words[0]) {
      case "CLAIM" ->
          claims.add(new Claim(node, words[1], Long.parseLong(words[2]), Long.parseLong(words[3])));
      case "LEFT" -> left.put(words[1] + " " + words[2], Long.parseLong(words[3]));
      case "AT" -> {
        if (!words[2].equals("-1")) {
          hits.add(words[1] + " " + words[2]);
        }
      }
      case "TOLD" -> told.add(said(node, words));
      case "REFUSED" -> refused.add(said(node, words));
      case "LOSES" -> loses.add(said(node, words));
      default -> {}
    }
  }

  private static Said said(String node, String[] words) {
    return new Said(node, words[1], words[2], Long.parseLong(words[3]));
  }

  void goesDown(String node) {
    down.put(node, System.currentTimeMillis());
  }

  /** Notes the turns of a killed node: all that it had taken from the queue, claimed or not. */
  void hadPicked(String node, Set<String> turns) {
    picked.put(node, turns);
  }

  /** The calls at which nodes were killed, as turn and number. */
  Set<String> hits() {
    return new TreeSet<>(hits);
  }

  /** Those of a node that had a turn when it went down, each with the claim that followed. */
  List<Map.Entry<Claim, Claim>> takenOver() {
    Map<String, List<Claim>> byTurn =
        claims.stream()
            .sorted(Comparator.comparingLong(Claim::token))
            .collect(Collectors.groupingBy(Claim::turn, TreeMap::new, Collectors.toList()));
    List<Map.Entry<Claim, Claim>> taken = new ArrayList<>();
    for (List<Claim> each : byTurn.values()) {
      for (int i = 1; i < each.size(); i++) {
        Claim before = each.get(i - 1);
        Claim after = each.get(i);
        Long gone = down.get(before.node());
        Long ended = left.get(before.turn() + " " + before.token());
        boolean had = gone != null && before.at() <= gone && (ended == null || ended >= gone);
        if (had && picked(before) && after.at() >= gone) {
          taken.add(Map.entry(before, after));
        }
      }
    }
    return taken;
  }

  /** One that the node gave back before it died was not taken over. */
  private boolean picked(Claim claim) {
    Set<String> turns = picked.get(claim.node());
    return turns == null || turns.contains(claim.turn());
  }

  /**
   * Time without anybody, in milliseconds.
   *
   * @param first since the node went down that had claimed the turn
   * @param last since the last node went down that had taken it from the queue meanwhile; the same
   *     where there was none
   * @param noticed from then until a node noticed it; the rest is the wait for a thread
   */
  record TakeOver(long first, long last, long noticed) {
    boolean twice() {
      return last < first;
    }
  }

  /** How long each of them took, sorted by the last time. */
  List<TakeOver> takeOvers() {
    return takenOver().stream()
        .map(each -> takeOver(each.getKey(), each.getValue()))
        .sorted(Comparator.comparingLong(TakeOver::last))
        .toList();
  }

  private TakeOver takeOver(Claim before, Claim after) {
    long first = Objects.requireNonNull(down.get(before.node()));
    long last =
        picked.entrySet().stream()
            .filter(each -> each.getValue().contains(before.turn()))
            .map(each -> down.get(each.getKey()))
            .filter(at -> at != null && at > first && at <= after.at())
            .mapToLong(Long::longValue)
            .max()
            .orElse(first);
    long noticedAt =
        noticed.getOrDefault(before.turn(), new ConcurrentLinkedQueue<>()).stream()
            .filter(at -> at >= last)
            .findFirst()
            .orElse(after.at());
    return new TakeOver(after.at() - first, after.at() - last, noticedAt - last);
  }

  /** How many of a node's turns others have claimed since it went down. */
  long takenFrom(String node) {
    return takenOver().stream().filter(each -> each.getKey().node().equals(node)).count();
  }

  /** The turns that the node has claimed and neither left nor lost. */
  long runs(String node) {
    Map<String, Claim> last = new HashMap<>();
    claims.forEach(c -> last.merge(c.turn(), c, (a, b) -> a.token() > b.token() ? a : b));
    return last.values().stream()
        .filter(c -> c.node().equals(node) && !left.containsKey(c.turn() + " " + c.token()))
        .count();
  }
}
