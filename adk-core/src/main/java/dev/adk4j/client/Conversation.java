package dev.adk4j.client;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.Schedule;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Sends messages to an agent in one conversation. Has no state of its own: the runner's middleware
 * loads the earlier messages. Thread-safe.
 *
 * <p>Turns of one conversation run one after another in a process, in the order in which they were
 * accepted, and each sees the data that earlier turns stored. A call waits until its turn may run;
 * an abort or an interruption ends the wait. A turn that resumes after a decision runs before those
 * that wait. A turn that code of a running turn starts, such as a tool, does not wait for the
 * running turn. Turns of several processes are not ordered: they do not see each other's messages.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Conversation extends AgentVerbs {

  private final AgentClient client;
  private final Scope scope;

  Conversation(AgentClient client, Scope scope) {
    this.client = client;
    this.scope = scope;
  }

  /** Returns the owner of the conversation and its id. */
  public Scope scope() {
    return scope;
  }

  /**
   * Approves or denies the call of a tool that waits, as the authenticated user, and waits for the
   * outcome: the answer, or the other gates of the turn. If the same actor repeats the decision,
   * the same answer is returned.
   *
   * @throws dev.adk4j.error.AdkException {@code E_GATE_NOT_FOUND} for a gate of another
   *     conversation, {@code E_GATE_NOT_AUTHORIZED}, {@code E_GATE_ALREADY_SETTLED} for another
   *     decision than the one that counts
   * @throws AgentTurnException if the turn gave no answer
   */
  public Answer decide(WaitingGate gate, boolean approved) {
    return decide(gate.id(), approved);
  }

  /** Decides on the gate of this id; see {@link #decide(WaitingGate, boolean)}. */
  public Answer decide(String gate, boolean approved) {
    return decide(gate, GateDecision.resolve(approved), client.actor());
  }

  /**
   * Decides as an actor other than the authenticated user, or with edited arguments.
   *
   * @param decision such as {@code GateDecision.resolve(Map.of("approved", true, "args", edited))}
   * @param actor the actor, from the server's side and never from a body
   */
  public Answer decide(String gate, GateDecision decision, GateActor actor) {
    return client.registry().turns.decide(scope, gate, actor, decision);
  }

  /**
   * Decides without waiting for the outcome: the turn resumes by itself when its last gate is
   * decided.
   *
   * @return the id of the turn, for {@link #answer(String)}
   * @throws dev.adk4j.error.AdkException as {@link #decide(WaitingGate, boolean)}
   */
  public String settle(String gate, GateDecision decision, GateActor actor) {
    return client.parks()
        ? client.registry().turns.settle(scope, gate, actor, decision)
        : StoredTurns.settle(client.gates(), scope, gate, actor, decision);
  }

  /**
   * Returns the turn that waits, with its gates, or is being resumed; empty if no such turn exists.
   */
  public Optional<Answer> waiting() {
    return client.parks() ? client.registry().turns.open(scope) : Optional.empty();
  }

  /**
   * Aborts a turn that was resumed in this process after a decision.
   *
   * @return false if no such turn has this id in this conversation
   */
  public boolean abort(String turnId) {
    return client.parks() && client.registry().abort(scope, turnId);
  }

  /**
   * Cancels a waiting turn, as the next message of the conversation may do: none of its calls is
   * started, and its open gates are aborted in the actor's name. Requires no right to decide.
   *
   * @param actor the actor, from the server's side and never from a body
   * @return false if no turn of this id waits in this conversation
   */
  public boolean cancel(String turnId, GateActor actor) {
    return client.parks() && client.registry().turns.cancel(scope, turnId, actor);
  }

  /**
   * Sends a further message to the active durable turn of this conversation. The turn receives it
   * in its next iteration, exactly once, in whichever process it runs. A waiting turn receives it
   * when it resumes. Messages that a turn does not read before it ends become a further turn, after
   * those that are queued.
   *
   * <pre>{@code
   * conversation.steer("Use the other account.");
   * }</pre>
   *
   * @return the turn that receives the message
   * @throws dev.adk4j.error.AdkException {@code E_NO_TURN_RUNS} if this conversation has no active
   *     durable turn, or the turn has answered; see {@link DurableConversation#steerOrSend}
   */
  public AcceptedTurn steer(String text) {
    return durable().steer(Message.user(text));
  }

  /**
   * Stops a turn that is queued, waits, or runs in any process. Its stored data is kept, calls that
   * have not started do not start, and gates are aborted. A turn that runs in another process ends
   * within a second or two, at the latest with its iteration. Requires no right to decide.
   *
   * @return false if no turn of this id is stored in this conversation, or it has ended
   */
  public boolean stop(String turnId) {
    return client.parks()
        && client.registry().turns.stop(scope, turnId, client.turns.stopper(scope));
  }

  /**
   * Waits for a turn that waited for a decision: returns its answer, or the gates that it waits
   * for.
   *
   * @throws dev.adk4j.error.AdkException {@code E_GATE_NOT_FOUND} if no such turn waited in this
   *     conversation
   * @throws AgentTurnException if the turn gave no answer
   */
  public Answer answer(String turnId) {
    return client.registry().turns.answer(scope, turnId);
  }

  /**
   * Returns this conversation for turns that outlive their process: each is stored when it is
   * accepted, and runs in any process with this agent.
   *
   * <pre>{@code
   * AcceptedTurn turn = conversation.durable().key("order-4711").send("Refund order 4711.");
   * Answer answer = turn.answer();
   * }</pre>
   */
  public DurableConversation durable() {
    return new DurableConversation(client, scope, null, 0, null);
  }

  /**
   * Returns the schedule of this name in this conversation, to set or change it:
   *
   * <pre>{@code
   * conversation.schedule("reminder").in(Duration.ofHours(2)).send("Is the payment there?");
   * }</pre>
   */
  public ScheduledConversation schedule(String name) {
    return new ScheduledConversation(client, scope, Objects.requireNonNull(name, "name"));
  }

  /** Returns the schedules of this conversation by their names. */
  public List<Schedule> schedules() {
    return client.registry().schedules().list(scope);
  }

  @Override
  PreparedTurn prepare(Message message, TurnOptions options) {
    return client.turns.prepare(scope, message, options, true);
  }
}
