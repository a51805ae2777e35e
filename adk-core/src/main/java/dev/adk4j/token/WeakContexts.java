package dev.adk4j.token;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Caches counts by context, compared by identity, without keeping a context alive. Thread-safe. */
final class WeakContexts {

  private final Map<Key, CountCache> caches = new ConcurrentHashMap<>();
  private final ReferenceQueue<RenderContext> collected = new ReferenceQueue<>();

  CountCache of(RenderContext context) {
    for (Object key = collected.poll(); key != null; key = collected.poll()) {
      caches.keySet().remove(key);
    }
    return caches.computeIfAbsent(new Key(context, collected), key -> new CountCache());
  }

  /** Equal to itself, even if its context is gone, and to other keys of its context. */
  private static final class Key extends WeakReference<RenderContext> {

    private final int hash;

    private Key(RenderContext context, ReferenceQueue<RenderContext> queue) {
      super(context, queue);
      this.hash = System.identityHashCode(context);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      RenderContext context = get();
      return context != null && other instanceof Key key && key.get() == context;
    }
  }
}
