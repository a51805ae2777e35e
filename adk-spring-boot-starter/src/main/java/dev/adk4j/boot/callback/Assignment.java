package dev.adk4j.boot.callback;

/** What answers a callback. */
public sealed interface Assignment {

  /**
   * A bean.
   *
   * @param fallback whether a module supplied it, to give way to a bean of the application
   */
  record Bean(String name, boolean fallback) implements Assignment {}

  /** A no-op, because the application opted out by name. */
  record Noop(NoopStorage optOut) implements Assignment {}

  /** The application's tool beans: only {@code fetchTools}. */
  record ToolBeans() implements Assignment {}
}
