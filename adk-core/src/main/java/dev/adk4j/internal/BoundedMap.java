package dev.adk4j.internal;

import java.util.LinkedHashMap;
import java.util.Map;

/** Removes its eldest entry when it has too many. Not thread-safe. */
@NoJsonForm
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;

  private final int most;

  private BoundedMap(int most, boolean byUse) {
    super(16, 0.75f, byUse);
    this.most = most;
  }

  /** Returns a map that keeps the entries that were added last. */
  public static <K, V> Map<K, V> ofNewest(int most) {
    return new BoundedMap<>(most, false);
  }

  /** Returns a map that keeps the entries that were used last. */
  public static <K, V> Map<K, V> ofLastUsed(int most) {
    return new BoundedMap<>(most, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
