package dev.adk4j.turn;

import dev.adk4j.error.Violations;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.ToolCallGroupReplacer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maps each of the 27 callbacks to the object that implements it. Immutable after all are bound.
 */
final class StorageBindings {

  private static final Set<CallbackKind> OF_CONVERSATIONS =
      EnumSet.of(
          CallbackKind.MESSAGES,
          CallbackKind.THOUGHTS,
          CallbackKind.TOOL_CALLS,
          CallbackKind.RETRIEVABLES,
          CallbackKind.BYTES);

  private final @Nullable Object[] callbacks;
  private @Nullable ToolCallGroupReplacer toolCallGroupReplacer;

  /** Creates bindings without callbacks. */
  public StorageBindings() {
    this.callbacks = new @Nullable Object[CallbackKey.values().length];
  }

  private StorageBindings(StorageBindings other) {
    this.callbacks = other.callbacks.clone();
    this.toolCallGroupReplacer = other.toolCallGroupReplacer;
  }

  /** Returns the callback bound to the key. Call only after {@link #check} found none missing. */
  Object get(CallbackKey key) {
    return Objects.requireNonNull(callbacks[key.ordinal()]);
  }

  /** Returns the replacer of groups; null if groups are replaced one by one. */
  public @Nullable ToolCallGroupReplacer toolCallGroupReplacer() {
    return toolCallGroupReplacer;
  }

  /** Returns the object bound to the key; null if none is bound. */
  public @Nullable Object bound(CallbackKey key) {
    return callbacks[key.ordinal()];
  }

  /** Binds one callback; null unbinds it. */
  public void bind(CallbackKey key, @Nullable Object callback) {
    callbacks[key.ordinal()] = key.type().cast(callback);
  }

  /**
   * Binds every callback whose interface {@code bundle} implements, and its group replacer if none
   * is bound.
   */
  public void bindAll(@Nullable Object bundle) {
    for (CallbackKey key : CallbackKey.values()) {
      if (key.type().isInstance(bundle)) {
        bind(key, bundle);
      }
    }
    if (bundle instanceof ToolCallGroupReplacer replacer && toolCallGroupReplacer == null) {
      toolCallGroupReplacer = replacer;
    }
  }

  public void bindToolCallGroupReplacer(@Nullable ToolCallGroupReplacer replacer) {
    toolCallGroupReplacer = replacer;
  }

  public StorageBindings copy() {
    return new StorageBindings(this);
  }

  /** Returns bindings that keep the records of a conversation in memory. */
  StorageBindings inMemory() {
    StorageBindings bindings = new StorageBindings(this);
    InMemoryStorageAdapter memory = new InMemoryStorageAdapter();
    for (CallbackKey key : CallbackKey.values()) {
      if (OF_CONVERSATIONS.contains(key.kind())) {
        bindings.bind(key, memory);
      }
    }
    bindings.toolCallGroupReplacer = null;
    return bindings;
  }

  /**
   * Returns the keys of callbacks that write outside of the unit of work in which messages are
   * stored: their writes are not rolled back if a durable turn was lost.
   */
  List<String> outsideOfUnit() {
    Object unit = unitOf(CallbackKey.STORE_MESSAGE);
    return Arrays.stream(CallbackKey.values())
        .filter(CallbackKey::writes)
        .filter(key -> unit == null || unitOf(key) != unit)
        .map(CallbackKey::configKey)
        .toList();
  }

  @Nullable StorageUnitOfWork unitOf(CallbackKey key) {
    return bound(key) instanceof StorageUnitOfWork.Member member ? member.unitOfWork() : null;
  }

  /**
   * Adds a violation for every missing callback, under the name that {@code nameOf} returns for its
   * key.
   */
  public void check(Violations violations, Function<CallbackKey, String> nameOf) {
    for (CallbackKey key : CallbackKey.values()) {
      violations.check(
          callbacks[key.ordinal()] != null,
          "$." + nameOf.apply(key),
          "required",
          "is required and was null: give a "
              + key.type().getSimpleName()
              + ", one that does nothing is legal");
    }
  }
}
