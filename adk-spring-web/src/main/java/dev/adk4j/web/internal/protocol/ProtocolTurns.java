package dev.adk4j.web.internal.protocol;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.DurableConversation;
import dev.adk4j.client.TurnOptions;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.internal.Mutex;
import dev.adk4j.internal.Sha256;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the turns that the protocols start, and knows those that run on this node. Their events are
 * those of {@link TurnEvents}. A message that is repeated within some minutes starts no second
 * turn. One instance for all protocols. Thread-safe.
 */
public final class ProtocolTurns {

  private static final int MOST_REMEMBERED = 10_000;
  private static final Duration REMEMBERED = Duration.ofMinutes(5);

  /** Time within which a turn that was asked to stop has ended, in most cases. */
  private static final Duration MOMENT = Duration.ofSeconds(10);

  private final TurnEvents events;
  private final InstantSource clock;
  private final @Nullable TurnStore stored;
  private final boolean durable;
  private final Mutex lock = new Mutex();
  private final Map<String, Sent> sent = new LinkedHashMap<>();
  private final Map<Scope, Running> running = new ConcurrentHashMap<>();

  /**
   * @param stored store of durable turns whose events are stored; null for none
   * @param durable true to run messages as durable turns
   */
  public ProtocolTurns(
      TurnEvents events, InstantSource clock, @Nullable TurnStore stored, boolean durable) {
    this.events = events;
    this.clock = clock;
    this.stored = stored;
    this.durable = durable;
  }

  /** A turn that a protocol started. */
  public record Turn(Scope scope, String turnId) {}

  private record Sent(CompletableFuture<Turn> turn, Instant at) {}

  /**
   * @param handle null for a turn that resumed after a decision
   * @param about the message or request that it answers; empty if unknown
   */
  private record Running(Turn turn, @Nullable TurnHandle handle, String about) {}

  /**
   * Starts the turn, unless the same message started it before.
   *
   * @param key identity of the message for its sender, see {@link ProtocolCaller#key}; null to
   *     start in any case
   * @param about identity of the message that the turn answers, for {@link #running(Scope, String)}
   */
  public Turn start(@Nullable String key, String about, Supplier<AgentStream> stream) {
    if (key == null) {
      return start(about, stream.get());
    }
    CompletableFuture<Turn> mine = new CompletableFuture<>();
    CompletableFuture<Turn> first = remember(key, mine);
    if (first != mine) {
      return joined(first);
    }
    try {
      mine.complete(start(about, stream.get()));
    } catch (Throwable e) {
      lock.run(() -> sent.remove(key));
      mine.completeExceptionally(e);
      throw e;
    }
    return mine.join();
  }

  /**
   * Starts the turn of a message in the same way, with options. If protocols run durable turns, the
   * message is accepted as one, also if it is repeated on another node. A message with files starts
   * a plain turn.
   */
  public Turn start(
      @Nullable String key,
      String about,
      Conversation conversation,
      Message message,
      Consumer<TurnOptions> options) {
    return durable && message.attachments().isEmpty()
        ? new Turn(conversation.scope(), accept(key, about, conversation, message, options))
        : start(key, about, () -> conversation.stream(message, options));
  }

  /**
   * Accepts a message without files as a durable turn in the same way; empty if no events of such
   * turns are stored.
   */
  public Optional<String> accept(@Nullable String key, Conversation conversation, Message message) {
    return Optional.ofNullable(stored)
        .map(any -> accept(key, "", conversation, message, none -> {}));
  }

  private static String accept(
      @Nullable String key,
      String about,
      Conversation conversation,
      Message message,
      Consumer<TurnOptions> options) {
    DurableConversation talk = conversation.durable();
    AcceptedTurn turn =
        (key == null ? talk : talk.key(storedKey(key, about))).send(message, options);
    return turn.turnId();
  }

  private static String storedKey(String key, String about) {
    return Sha256.hex(key) + ":" + about;
  }

  /** Returns true if a message of that key started a turn before. */
  public boolean isKnown(Conversation conversation, String key, String about) {
    return lock.get(() -> sent.containsKey(key))
        || (stored != null
            && stored.findByKey(conversation.scope(), storedKey(key, about)).isPresent());
  }

  private static Turn joined(CompletableFuture<Turn> first) {
    try {
      return first.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failed ? failed : e;
    }
  }

  private Turn start(String about, AgentStream stream) {
    TurnHandle handle = events.begin(stream);
    Running here = new Running(new Turn(stream.scope(), handle.turnId()), handle, about);
    running.put(stream.scope(), here);
    handle.completion().whenComplete((nothing, failed) -> running.remove(stream.scope(), here));
    return here.turn();
  }

  /** Registers a turn that resumes after a decision, and records its events. */
  public void goesOn(StoredTurn turn, TurnCall call) {
    events.goOn(turn, call);
    Running here = new Running(new Turn(turn.scope(), turn.turnId()), null, "");
    call.observe(TurnEvent.TURN_START, start -> running.put(turn.scope(), here))
        .observe(TurnEvent.TURN_END, end -> running.remove(turn.scope(), here));
  }

  /**
   * Returns the newest turn of the conversation that runs on this node, or the first durable turn
   * on any node that has not ended.
   */
  public Optional<Turn> running(Scope scope) {
    return Optional.ofNullable(running.get(scope))
        .map(Running::turn)
        .or(() -> open(scope).findFirst().map(ProtocolTurns::turn));
  }

  /** Returns a run of the caller's durable turn; empty if no such turn is stored. */
  public Optional<StoredRun> run(ProtocolCaller caller, AgentClient agent, StoredRun.Name name) {
    return run(name, caller, caller.conversation(agent, name.conversation()));
  }

  private Optional<StoredRun> run(
      StoredRun.Name name, ProtocolCaller caller, Conversation conversation) {
    Scope scope = conversation.scope();
    return Optional.ofNullable(stored)
        .flatMap(turns -> turns.find(scope, name.turnId()))
        .filter(turn -> turn.isDurable() && turn.scope().equals(scope))
        .map(turn -> new StoredRun(name, caller, conversation, turn, events));
  }

  /** Stops the turn in whichever process it runs, and waits a limited time for its end. */
  public StoredRun stop(StoredRun run) throws InterruptedException {
    run.conversation().stop(run.name().turnId());
    now(run).await(MOMENT);
    return now(run);
  }

  private StoredRun now(StoredRun run) {
    return run(run.name(), run.caller(), run.conversation()).orElse(run);
  }

  private static Turn turn(StoredTurn stored) {
    return new Turn(stored.scope(), stored.turnId());
  }

  /** Returns the running or waiting turn, if its events can be read here. */
  public Optional<Turn> open(Conversation conversation) {
    Scope scope = conversation.scope();
    return running(scope)
        .or(
            () ->
                conversation
                    .waiting()
                    .filter(waiting -> events.holds(scope, waiting.turnId()))
                    .map(waiting -> new Turn(scope, waiting.turnId())));
  }

  private Stream<StoredTurn> open(Scope scope) {
    return stored == null
        ? Stream.empty()
        : stored.open(scope).stream()
            .filter(turn -> turn.isDurable() && turn.scope().equals(scope));
  }

  private static boolean isAbout(StoredTurn turn, String about) {
    String key = Objects.requireNonNull(turn.acceptance()).key();
    return key != null && !about.isEmpty() && key.endsWith(":" + about);
  }

  /** Returns that turn if it answers this message. */
  public Optional<Turn> running(Scope scope, String about) {
    return Optional.ofNullable(running.get(scope))
        .filter(turn -> turn.about().equals(about))
        .map(Running::turn)
        .or(
            () ->
                open(scope)
                    .filter(turn -> isAbout(turn, about))
                    .findFirst()
                    .map(ProtocolTurns::turn));
  }

  /**
   * Aborts the newest turn of the conversation that runs on this node; returns false if there is
   * none.
   */
  public boolean stop(Conversation conversation) {
    Running here = running.get(conversation.scope());
    if (here == null) {
      return false;
    }
    if (here.handle() == null) {
      return conversation.abort(here.turn().turnId());
    }
    here.handle().abort();
    return true;
  }

  /** Aborts that turn if it runs on this node; returns false if it does not. */
  public boolean stop(Conversation conversation, String turnId) {
    return running(conversation.scope()).filter(turn -> turn.turnId().equals(turnId)).isPresent()
        && stop(conversation);
  }

  /** Returns a client of all events of the turn; see {@link TurnEvents#forward}. */
  public StreamClient read(Turn turn) {
    return events.forward(turn.scope(), turn.turnId());
  }

  /** Returns a client of the events after a decision; see {@link TurnEvents#continued}. */
  public StreamClient continued(Conversation conversation, String turnId, String gate) {
    return events.continued(conversation, turnId, gate);
  }

  private CompletableFuture<Turn> remember(String key, CompletableFuture<Turn> mine) {
    return lock.get(
        () -> {
          Instant now = clock.instant();
          Iterator<Sent> oldest = sent.values().iterator();
          while (oldest.hasNext()
              && (oldest.next().at().plus(REMEMBERED).isBefore(now)
                  || sent.size() >= MOST_REMEMBERED)) {
            oldest.remove();
          }
          Sent before = sent.putIfAbsent(key, new Sent(mine, now));
          return before == null ? mine : before.turn();
        });
  }
}
