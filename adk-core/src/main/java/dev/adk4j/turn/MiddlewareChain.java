package dev.adk4j.turn;

import dev.adk4j.abort.AbortException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.Next;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Runs middleware of a pipeline, the first one outermost; each enters the rest with its {@link
 * Next}. An exception stops at the middleware that threw it: the remainder of that middleware and
 * all middleware not yet entered is skipped, and the outer ones finish normally. Only {@linkplain
 * FatalErrors fatal errors} pass through. For one run.
 *
 * @param <M> the kind of middleware
 */
final class MiddlewareChain<M> {

  private final List<M> middlewares;
  private final Handler<M> handler;
  private final BooleanSupplier aborted;
  private final Consumer<Throwable> onFailure;
  private boolean endReached;

  private MiddlewareChain(
      List<M> middlewares,
      Handler<M> handler,
      BooleanSupplier aborted,
      Consumer<Throwable> onFailure) {
    this.middlewares = middlewares;
    this.handler = handler;
    this.aborted = aborted;
    this.onFailure = onFailure;
  }

  /** Calls one middleware. */
  @FunctionalInterface
  interface Handler<M> {
    void handle(M middleware, Next next) throws Exception;
  }

  /**
   * Runs the chain and never throws an exception of a middleware.
   *
   * @param aborted evaluated before each middleware; while it returns true, middleware is skipped
   * @param onFailure receives each exception of a middleware, at that moment, except an abort
   * @return true if the end of the chain was reached
   */
  static <M> boolean pass(
      List<M> middlewares,
      Handler<M> handler,
      BooleanSupplier aborted,
      Consumer<Throwable> onFailure) {
    MiddlewareChain<M> chain = new MiddlewareChain<>(middlewares, handler, aborted, onFailure);
    chain.enter(0);
    return chain.endReached;
  }

  private void enter(int index) {
    int at = index;
    while (at < middlewares.size() && aborted.getAsBoolean()) {
      at++;
    }
    if (at == middlewares.size()) {
      endReached = true;
      return;
    }
    Step step = new Step(at + 1);
    try {
      handler.handle(middlewares.get(at), step);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (AbortException.matches(e, aborted.getAsBoolean())) {
        FatalErrors.keepInterrupt(e);
      } else {
        onFailure.accept(e);
      }
    } finally {
      step.used = true;
    }
  }

  /** Can be called once, and not after its middleware has returned. */
  private final class Step implements Next {

    private final int index;
    private boolean used;

    private Step(int index) {
      this.index = index;
    }

    @Override
    public void proceed() {
      if (!used) {
        used = true;
        enter(index);
      }
    }
  }
}
