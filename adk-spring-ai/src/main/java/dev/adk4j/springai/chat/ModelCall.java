package dev.adk4j.springai.chat;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.loop.Instrumentation;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * Runs a model call on a separate virtual thread, because some models block the subscribing thread.
 * The dispatch's thread reads the signals from a queue. Closing ends the call without further
 * signals.
 *
 * <p>An interrupt ends a stream that is read on the subscribing thread: the read fails and the
 * client closes its connection. Canceling the subscription instead would end the loop between two
 * reads and leave the connection open.
 */
final class ModelCall implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ModelCall.class);

  /** Reactor's key for a handler of errors after the end, which Reactor would otherwise log. */
  private static final String DROPPED_ERRORS = "reactor.onErrorDropped.local";

  /**
   * Time after which the subscription is canceled from outside: that of a stream that is read on
   * the subscribing thread and was interrupted, and that of a silent provider.
   */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final BlockingQueue<ModelSignal> signals = new LinkedBlockingQueue<>();

  /** Time at which the call was closed; zero while it is open. */
  private final AtomicLong closedAt = new AtomicLong();

  private final Subscriber subscriber = new Subscriber();
  private volatile boolean subscribing;
  private final Thread worker;
  private final Subscription abort;

  private ModelCall(AbortSignal abort, Instrumentation instrumentation, Consumer<ModelCall> work) {
    this.worker =
        Thread.ofVirtual()
            .name("adk-model-call")
            .unstarted(instrumentation.propagate(() -> run(work)));
    this.worker.start();
    this.abort = abort.onAbort(reason -> abort());
  }

  static ModelCall stream(
      ChatModel model,
      Prompt prompt,
      Context context,
      AbortSignal abort,
      Instrumentation instrumentation) {
    Consumer<Throwable> dropped =
        e -> log.debug("A model call failed after its end: {}", e.getClass().getName());
    Context full = context.put(DROPPED_ERRORS, dropped);
    return new ModelCall(
        abort, instrumentation, call -> call.subscribe(model.stream(prompt).contextWrite(full)));
  }

  static ModelCall blocking(
      ChatModel model, Prompt prompt, AbortSignal abort, Instrumentation instrumentation) {
    return new ModelCall(
        abort,
        instrumentation,
        call -> {
          call.offer(new ModelSignal.Chunk(model.call(prompt)));
          call.offer(new ModelSignal.Completed());
        });
  }

  /**
   * Waits for the next signal.
   *
   * @param timeout longest wait; zero for no limit
   * @return null after the timeout
   */
  @Nullable ModelSignal next(Duration timeout) throws InterruptedException {
    return timeout.isZero()
        ? signals.take()
        : signals.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Cancels the call. Its thread may end later. */
  @Override
  public void close() {
    abort.close();
    cancel();
  }

  private void abort() {
    signals.add(new ModelSignal.Aborted());
    cancel();
  }

  private void cancel() {
    if (closedAt.compareAndSet(0, System.nanoTime() | 1)) {
      worker.interrupt();
      if (!subscribing) {
        cancelSilent();
      }
    }
  }

  /**
   * Cancels a stream that sends nothing more; one that does is canceled by its next signal, on the
   * thread of the signal. Reactor's windows, which some clients use, lose a cancel from another
   * thread while they hand on a signal, and their connection stays open.
   */
  private void cancelSilent() {
    if (!subscriber.isDisposed()) {
      // Some clients close their reader, which waits for the next byte of a silent provider.
      Thread.ofVirtual()
          .name("adk-model-call-cancel")
          .start(
              () -> {
                LockSupport.parkNanos(GRACE_NANOS);
                subscriber.cancel();
              });
    }
  }

  private void subscribe(Flux<ChatResponse> stream) {
    subscribing = true;
    try {
      stream.subscribe(subscriber);
    } finally {
      subscribing = false;
      if (closedAt.get() != 0) {
        cancelSilent();
      }
    }
  }

  private void run(Consumer<ModelCall> work) {
    try {
      work.accept(this);
    } catch (Throwable e) {
      offer(new ModelSignal.Failed(e));
    }
  }

  private void offer(ModelSignal signal) {
    if (closedAt.get() == 0) {
      signals.add(signal);
    }
  }

  private final class Subscriber extends BaseSubscriber<ChatResponse> {

    @Override
    protected void hookOnNext(ChatResponse response) {
      offer(new ModelSignal.Chunk(response));
      long closed = closedAt.get();
      if (closed != 0 && (!subscribing || System.nanoTime() - closed > GRACE_NANOS)) {
        cancel();
      }
    }

    @Override
    protected void hookOnError(Throwable thrown) {
      offer(new ModelSignal.Failed(thrown));
    }

    @Override
    protected void hookOnComplete() {
      offer(new ModelSignal.Completed());
    }
  }
}
