package dev.adk4j.turn;

import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.storage.ToolCallGroupReplacer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Takes the callbacks of a runner or a standalone dispatch, one by one or in bundles. */
abstract class CallbackSetters<B extends CallbackSetters<B>> {

  final StorageBindings callbacks = new StorageBindings();

  abstract B self();

  /** Binds all 27 callbacks; {@link #callback} called later replaces single ones. */
  public B storage(StorageAdapter storage) {
    callbacks.bindAll(storage);
    return self();
  }

  /**
   * Binds all callbacks but {@code fetchTools}; {@link #callback} called later replaces single
   * ones.
   */
  public B persistentStorage(PersistentStorage storage) {
    callbacks.bindAll(storage);
    return self();
  }

  /**
   * Replaces what answers a callback so far by something around it; nothing where nothing answers
   * it yet, so call this after the setters.
   *
   * @param callback the callback's interface, such as {@code StoreMessageCallback.class}
   * @throws IllegalArgumentException where that is none of the 27
   */
  public <T> B wrapCallback(Class<T> callback, UnaryOperator<T> wrapper) {
    CallbackKey key = CallbackKey.of(callback);
    T given = callback.cast(callbacks.bound(key));
    return given == null ? self() : callback(callback, wrapper.apply(given));
  }

  /** Binds the replacer of groups. Optional; a bundle that implements it brings it along. */
  public B toolCallGroupReplacer(@Nullable ToolCallGroupReplacer replacer) {
    callbacks.bindToolCallGroupReplacer(replacer);
    return self();
  }

  /**
   * Puts what {@code wrapper} makes of the replacer into its place; nothing happens where there is
   * none, so call this after the setters.
   */
  public B wrapToolCallGroupReplacer(UnaryOperator<ToolCallGroupReplacer> wrapper) {
    ToolCallGroupReplacer given = callbacks.toolCallGroupReplacer();
    return given == null ? self() : toolCallGroupReplacer(wrapper.apply(given));
  }

  /**
   * Binds one callback; null unbinds it.
   *
   * @param type the callback's interface, such as {@code StoreMessageCallback.class}
   * @throws IllegalArgumentException where that is none of the 27
   */
  public <T> B callback(Class<T> type, @Nullable T callback) {
    callbacks.bind(CallbackKey.of(type), callback);
    return self();
  }
}
