package dev.adk4j.abort;

/** Ends a registration. {@link #close()} may be called from any thread and more than once. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  @Override
  void close();
}
