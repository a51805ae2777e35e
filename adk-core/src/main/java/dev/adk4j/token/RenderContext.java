package dev.adk4j.token;

/**
 * The context of a turn or a dispatch, passed to a dynamic {@link Tokenizable} when it is rendered.
 */
public interface RenderContext {

  /** Returns the context's own id. */
  String id();

  /** Returns the id of the enclosing turn; for a standalone dispatch, its own id. */
  String turnId();
}
