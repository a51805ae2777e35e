package dev.adk4j.boot.callback;

import dev.adk4j.storage.CallbackKind;

/** What answers a callback. */
public sealed interface Assignment {

  /**
   * A bean.
   *
   * @param fallback whether a module supplied it, to give way to a bean of the application
   */
  record Bean(String name, boolean fallback) implements Assignment {}

  /** A no-op, because the application opted out by name. */
  record Noop(CallbackKind optOut) implements Assignment {}

  /** The application's tool beans: only {@code fetchTools}. */
  record ToolBeans() implements Assignment {}
}
