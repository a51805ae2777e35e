package dev.adk4j.loop;

/**
 * Does the work of one iteration, such as calling the model. Called repeatedly until it or a
 * middleware acknowledges ({@link DispatchContext#ack()}) or refuses, or the context is aborted.
 * Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DispatchExecutor {

  void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception;
}
