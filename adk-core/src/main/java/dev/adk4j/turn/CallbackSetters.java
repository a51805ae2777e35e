package dev.adk4j.turn;

import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.storage.ToolCallGroupReplacer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Sets the callbacks of a runner or a standalone dispatch, one by one or in bundles. */
abstract class CallbackSetters<B extends CallbackSetters<B>> {

  final StorageBindings callbacks = new StorageBindings();

  abstract B self();

  /** Binds all 27 callbacks. Later calls of {@link #callback} replace single ones. */
  public B storage(StorageAdapter storage) {
    callbacks.bindAll(storage);
    return self();
  }

  /**
   * Binds all callbacks except {@code fetchTools}. Later calls of {@link #callback} replace single
   * ones.
   */
  public B persistentStorage(PersistentStorage storage) {
    callbacks.bindAll(storage);
    return self();
  }

  /**
   * Wraps the object that is bound to a callback. Does nothing if no object is bound yet, so call
   * this after the setters.
   *
   * @param callback the callback's interface, such as {@code StoreMessageCallback.class}
   * @throws IllegalArgumentException if it is none of the 27
   */
  public <T> B wrapCallback(Class<T> callback, UnaryOperator<T> wrapper) {
    CallbackKey key = CallbackKey.of(callback);
    T given = callback.cast(callbacks.bound(key));
    return given == null ? self() : callback(callback, wrapper.apply(given));
  }

  /** Binds the replacer of groups. Optional; a bundle that implements it binds it, too. */
  public B toolCallGroupReplacer(@Nullable ToolCallGroupReplacer replacer) {
    callbacks.bindToolCallGroupReplacer(replacer);
    return self();
  }

  /**
   * Wraps the replacer with {@code wrapper}. Does nothing if no replacer is bound, so call this
   * after the setters.
   */
  public B wrapToolCallGroupReplacer(UnaryOperator<ToolCallGroupReplacer> wrapper) {
    ToolCallGroupReplacer given = callbacks.toolCallGroupReplacer();
    return given == null ? self() : toolCallGroupReplacer(wrapper.apply(given));
  }

  /**
   * Binds one callback; null unbinds it.
   *
   * @param type the callback's interface, such as {@code StoreMessageCallback.class}
   * @throws IllegalArgumentException if it is none of the 27
   */
  public <T> B callback(Class<T> type, @Nullable T callback) {
    callbacks.bind(CallbackKey.of(type), callback);
    return self();
  }

  /** Copies the collection; null stays null until the build reports it. */
  static <T> @Nullable List<T> copy(@Nullable Collection<T> given) {
    return given == null ? null : new ArrayList<>(given);
  }
}
