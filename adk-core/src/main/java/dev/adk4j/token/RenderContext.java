package dev.adk4j.token;

/**
 * What a dynamic {@link Tokenizable} may look at when it is rendered: the context of a turn or a
 * dispatch.
 */
public interface RenderContext {

  /** The context's own id. */
  String id();

  /** The id of the turn it belongs to; a standalone dispatch's own id. */
  String turnId();
}
