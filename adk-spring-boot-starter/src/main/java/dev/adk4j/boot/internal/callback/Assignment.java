package dev.adk4j.boot.internal.callback;

import dev.adk4j.storage.CallbackKind;

/** Implementation that is assigned to a callback. */
public sealed interface Assignment {

  /**
   * Bean.
   *
   * @param fallback true if a module supplied it as a fallback for a bean of the application
   */
  record Bean(String name, boolean fallback) implements Assignment {}

  /** No-op, because the application opted out by name. */
  record Noop(CallbackKind optOut) implements Assignment {}

  /** Tool beans of the application; only for {@code fetchTools}. */
  record ToolBeans() implements Assignment {}
}
