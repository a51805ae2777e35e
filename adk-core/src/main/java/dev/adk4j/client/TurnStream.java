package dev.adk4j.client;

import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.value.Scope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The stream of a turn that is started on demand. */
final class TurnStream implements AgentStream {

  private final PreparedTurn turn;
  private final EventLog log;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicBoolean aborted = new AtomicBoolean();
  private final AtomicBoolean subscribed = new AtomicBoolean();
  private volatile @Nullable TurnHandle handle;

  TurnStream(PreparedTurn turn) {
    this.turn = turn;
    this.log = new EventLog(turn.stall());
  }

  @Override
  public Scope scope() {
    return turn.scope();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super AgentEvent> subscriber) {
    boolean first = subscribed.compareAndSet(false, true);
    EventLog.Reader reader = log.read(subscriber, first, first ? this::abort : () -> {});
    subscriber.onSubscribe(reader);
    startOnce(reader);
  }

  private void startOnce(EventLog.@Nullable Reader reader) {
    if (!started.compareAndSet(false, true)) {
      return;
    }
    try {
      begin(this::listen);
    } catch (RuntimeException e) {
      if (reader == null) {
        throw e;
      }
    }
  }

  @Override
  public TurnHandle start(UnaryOperator<TurnCall> listeners) {
    if (!started.compareAndSet(false, true)) {
      throw new IllegalStateException("The turn of this stream was started; make a new stream.");
    }
    return begin(listeners);
  }

  private TurnHandle begin(UnaryOperator<TurnCall> listeners) {
    try {
      TurnHandle begun = turn.start(listeners);
      handle = begun;
      if (aborted.get()) {
        begun.abort();
      }
      return begun;
    } catch (Throwable e) {
      turn.collector().refused(e);
      log.end(e);
      throw e;
    }
  }

  private TurnCall listen(TurnCall call) {
    turn.collector()
        .answer
        .whenComplete(
            (answer, failure) -> {
              if (answer != null) {
                answer.gates().forEach(gate -> log.add(new Gate(answer.turnId(), gate)));
                log.add(new End(answer.turnId(), answer));
              }
              log.end(failure);
            });
    return call.on(TurnEvent.MESSAGE, this::text)
        .on(TurnEvent.THOUGHT, this::thought)
        .on(TurnEvent.TOOL_CALL, log::add)
        .observe(TurnEvent.INNER, log::add);
  }

  private void text(TurnStreamableContent content) {
    if (!content.aDelta().isEmpty()) {
      log.add(new Text(String.valueOf(content.turnId()), content.id(), content.aDelta()));
    }
  }

  private void thought(TurnStreamableContent content) {
    if (!content.aDelta().isEmpty()) {
      log.add(new Thought(String.valueOf(content.turnId()), content.id(), content.aDelta()));
    }
  }

  @Override
  public Flow.Publisher<String> text() {
    return subscriber -> subscribe(new TextSubscriber(subscriber));
  }

  @Override
  public CompletableFuture<Answer> answer() {
    startOnce(null);
    CompletableFuture<Answer> copy = turn.collector().answer.copy();
    copy.whenComplete(
        (answer, failure) -> {
          if (copy.isCancelled()) {
            abort();
          }
        });
    return copy;
  }

  @Override
  public void abort() {
    aborted.set(true);
    TurnHandle begun = handle;
    if (begun != null) {
      begun.abort();
    }
  }

  /** Waits for the answer on this thread; an interruption aborts the turn. */
  static Answer join(CompletableFuture<Answer> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failed ? failed : e;
    }
  }

  /** Passes on only the texts, and requests another event in place of each other one. */
  private static final class TextSubscriber implements Flow.Subscriber<AgentEvent> {

    private final Flow.Subscriber<? super String> subscriber;
    private Flow.@Nullable Subscription subscription;

    private TextSubscriber(Flow.Subscriber<? super String> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      subscriber.onSubscribe(given);
    }

    @Override
    public void onNext(AgentEvent event) {
      if (event instanceof Text text) {
        subscriber.onNext(text.text());
      } else if (subscription != null) {
        subscription.request(1);
      }
    }

    @Override
    public void onError(Throwable failure) {
      subscriber.onError(failure);
    }

    @Override
    public void onComplete() {
      subscriber.onComplete();
    }
  }
}
