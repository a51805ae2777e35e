package dev.adk4j.value;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.internal.Mutex;
import dev.adk4j.internal.NoJsonForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tree of values under dotted paths ({@code user.profile.name}), isolated from its callers: maps,
 * lists, sets, arrays and JSON trees are copied on write and on read; other objects are stored by
 * reference, so store only immutable or thread-safe ones. Thread-safe; every call is atomic.
 *
 * <p>A root key that itself contains dots takes precedence over the path of its parts. A segment of
 * digits addresses an element of a list. A value that contains itself, or is nested more than 400
 * levels deep, is rejected with {@code E_INVALID_INITIAL_REGISTRY_VALUE} and changes nothing.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Attributes {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_REGISTRY_VALUE;

  private final Mutex mutex = new Mutex();
  private RegistryTree tree;

  /** The tree may be shared with another registry, so it is copied before a change. */
  private boolean shared;

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** Creates an empty registry. */
  public Attributes() {
    this(new RegistryTree(new LinkedHashMap<>()), false);
  }

  private Attributes(RegistryTree tree, boolean shared) {
    this.tree = tree;
    this.shared = shared;
  }

  /** Returns a registry initialized with a copy of the map. */
  public static Attributes of(Map<String, ?> initial) {
    return from(initial);
  }

  /**
   * Does the same for an untyped value: a map with text keys, a registry, or a JSON object; rejects
   * any other value.
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

  /** Returns a copy of the stored value; null if there is none, or if it is null. */
  public @Nullable Object get(String path) {
    return mutex.get(() -> tree.has(path) ? PlainCopy.of(tree.get(path), 0) : null);
  }

  /** Returns a copy of the stored value, which may be null; the fallback if there is none. */
  @SuppressWarnings({
    "unchecked",
    "NullAway"
  }) // T may be nullable; NullAway does not follow it through the cast
  public <T extends @Nullable Object> T get(String path, T fallback) {
    return (T) mutex.get(() -> tree.has(path) ? PlainCopy.of(tree.get(path), 0) : fallback);
  }

  /**
   * Stores a copy of the value. Creates missing maps on the path, or lists for a segment of digits;
   * replaces a scalar on the path.
   */
  public void set(String path, @Nullable Object value) {
    Object copy = PlainCopy.of(value, RegistryTree.depthOf(path));
    mutex.run(() -> own().set(path, copy));
    listeners.forEach(Runnable::run);
  }

  /** Returns true if a value is stored there, including {@code null} and {@code false}. */
  public boolean has(String path) {
    return mutex.get(() -> tree.has(path));
  }

  /**
   * Removes the stored value; returns false if there was none. Later elements of a list move up.
   */
  public boolean remove(String path) {
    boolean removed = mutex.get(() -> tree.has(path) && own().remove(path));
    if (removed) {
      listeners.forEach(Runnable::run);
    }
    return removed;
  }

  /**
   * Registers a listener that is called after each change, on the changing thread, which receives
   * the listener's exceptions. A copy has no listeners.
   */
  public void onChange(Runnable listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Returns the paths of all leaves, in order. Maps are traversed; lists, scalars, null and other
   * objects are leaves.
   */
  public List<String> keys() {
    return mutex.get(
        () -> {
          List<String> leaves = new ArrayList<>();
          RegistryTree.leaves("", tree.root(), leaves);
          return List.copyOf(leaves);
        });
  }

  /** Returns a modifiable copy of all values. */
  public Map<String, @Nullable Object> all() {
    return mutex.get(this::copyOfRoot);
  }

  /**
   * Returns an independent registry with the same values; copies nothing until one of the two
   * changes.
   */
  public Attributes copy() {
    return mutex.get(
        () -> {
          shared = true;
          return new Attributes(tree, true);
        });
  }

  /** Returns the tree, ready to be changed. */
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
}
