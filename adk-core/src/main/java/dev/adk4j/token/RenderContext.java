package dev.adk4j.token;

/**
 * The context of a turn or a dispatch, given to a dynamic {@link Tokenizable} when it is rendered.
 */
public interface RenderContext {

  /** Returns the context's own id. */
  String id();

  /** Returns the id of the turn it belongs to; a standalone dispatch's own id. */
  String turnId();
}
