package dev.adk4j.loop;

/**
 * Does the work of one iteration: calls the model, or anything else. Called again and again until
 * it, or a middleware, acknowledges ({@link DispatchContext#ack()}), refuses, or the context is
 * aborted. Shared by concurrent dispatches.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DispatchExecutor {

  void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception;
}
