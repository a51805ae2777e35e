package dev.adk4j.boot.internal.condition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds known names that are similar to an unknown one. */
public final class NearNames {

  /** Maximum number of suggestions. */
  private static final int SUGGESTIONS = 3;

  private NearNames() {}

  /** Returns the most similar names, best first; empty if none is similar. */
  public static List<String> of(String name, Collection<String> known) {
    int limit = Math.max(2, name.length() / 4);
    Map<String, Integer> distances = new LinkedHashMap<>();
    known.forEach(other -> distances.put(other, distance(name, other)));
    List<String> near = new ArrayList<>(distances.keySet());
    near.removeIf(other -> distances.getOrDefault(other, limit + 1) > limit);
    near.sort(Comparator.comparing((String other) -> distances.getOrDefault(other, 0)));
    return near.subList(0, Math.min(SUGGESTIONS, near.size()));
  }

  /** Returns the Levenshtein distance: the number of letters to add, remove or replace. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int exchanged = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(exchanged, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
