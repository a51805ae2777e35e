package dev.adk4j.value;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.internal.NoJsonForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tree of values under dotted paths ({@code user.profile.name}), isolated from its callers: maps,
 * lists, sets, arrays and JSON trees are copied on the way in and on the way out; other objects are
 * kept by reference, so put only immutable or thread-safe ones in. Thread-safe; every call is one
 * step for other threads.
 *
 * <p>A key of the root that itself contains dots is found by its whole text first. A segment of
 * digits addresses an element of a list. A value that contains itself, or lies more than 400 levels
 * deep, is refused with {@code E_INVALID_INITIAL_REGISTRY_VALUE} and changes nothing.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Attributes {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_REGISTRY_VALUE;

  private final ReentrantLock lock = new ReentrantLock();
  private RegistryTree tree;

  /** The tree may be another registry's too, and so is copied before it is changed. */
  private boolean shared;

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** An empty registry. */
  public Attributes() {
    this(new RegistryTree(new LinkedHashMap<>()), false);
  }

  private Attributes(RegistryTree tree, boolean shared) {
    this.tree = tree;
    this.shared = shared;
  }

  /** Returns a registry that starts as a copy of the map. */
  public static Attributes of(Map<String, ?> initial) {
    return from(initial);
  }

  /**
   * Returns the same for a value of unknown kind: a map with text keys, a registry, or a JSON
   * object; anything else is refused.
   */
  public static Attributes from(@Nullable Object initial) {
    if (initial instanceof Attributes other) {
      return other.copy();
    }
    Object plain = initial instanceof JsonValue json ? json.raw() : initial;
    Object copied = PlainCopy.of(plain, 0);
    Object copy = copied instanceof JsonNode node ? PlainJson.of(node) : copied;
    if (!(copy instanceof Map<?, ?> map)) {
      throw CopyGuard.invalid(CODE, "$", "type", "must be a map with text keys");
    }
    if (map instanceof OpaqueMap) {
      throw CopyGuard.invalid(CODE, "$", "key", "has a key that is not text");
    }
    @SuppressWarnings("unchecked")
    Map<String, @Nullable Object> root = (Map<String, @Nullable Object>) map;
    return new Attributes(new RegistryTree(root), false);
  }

  /** Returns a copy of what is stored there; null where nothing, or null, is stored. */
  public @Nullable Object get(String path) {
    return locked(() -> tree.has(path) ? PlainCopy.of(tree.get(path), 0) : null);
  }

  /**
   * A copy of what is stored there, a stored null included; the fallback where nothing is stored.
   */
  @SuppressWarnings({
    "unchecked",
    "NullAway"
  }) // T may be nullable; NullAway does not follow it through the cast
  public <T extends @Nullable Object> T get(String path, T fallback) {
    return (T) locked(() -> tree.has(path) ? PlainCopy.of(tree.get(path), 0) : fallback);
  }

  /**
   * Stores a copy of the value. Maps, or lists for a segment of digits, are made on the way where
   * there are none; a scalar on the way is replaced.
   */
  public void set(String path, @Nullable Object value) {
    Object copy = PlainCopy.of(value, RegistryTree.depthOf(path));
    locked(() -> own().set(path, copy));
    listeners.forEach(Runnable::run);
  }

  /** Returns true when something is stored there, {@code null} and {@code false} included. */
  public boolean has(String path) {
    return locked(() -> tree.has(path));
  }

  /** Removes what is stored there; false where nothing was. Later elements of a list move up. */
  public boolean remove(String path) {
    boolean removed = locked(() -> tree.has(path) && own().remove(path));
    if (removed) {
      listeners.forEach(Runnable::run);
    }
    return removed;
  }

  /**
   * Has the listener called behind each change, on the thread that made it, which gets what it
   * throws. A copy has no listeners.
   */
  public void onChange(Runnable listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Returns the paths of all leaves, in order. Maps are walked; lists, scalars, null and other
   * objects are leaves.
   */
  public List<String> keys() {
    return locked(
        () -> {
          List<String> leaves = new ArrayList<>();
          RegistryTree.leaves("", tree.root(), leaves);
          return List.copyOf(leaves);
        });
  }

  /** Returns a copy of everything, which the caller may change. */
  public Map<String, @Nullable Object> all() {
    return locked(this::copyOfRoot);
  }

  /**
   * Returns an independent registry with everything; nothing is copied until one of both is
   * changed.
   */
  public Attributes copy() {
    return locked(
        () -> {
          shared = true;
          return new Attributes(tree, true);
        });
  }

  /** Returns the tree, to be changed. */
  private RegistryTree own() {
    if (shared) {
      tree = new RegistryTree(copyOfRoot());
      shared = false;
    }
    return tree;
  }

  @SuppressWarnings("unchecked")
  private Map<String, @Nullable Object> copyOfRoot() {
    return (Map<String, @Nullable Object>) Objects.requireNonNull(PlainCopy.of(tree.root(), 0));
  }

  private <T extends @Nullable Object> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
