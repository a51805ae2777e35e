package dev.adk4j.client;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.value.Scope;

/**
 * A turn that a tool runs within the turn of its context. It has the id of the call's record, so
 * that it is found again after a restart. It is aborted with the outer turn, and its events are
 * emitted as events of the outer turn.
 *
 * @param handsOver true if the agent continues in the conversation of the outer turn
 */
record InnerTurn(AgentClient agent, DispatchContext ctx, String callId, boolean handsOver) {

  /** Maximum number of turns within each other, without the outermost. */
  static final int MAX_DEPTH = 5;

  /**
   * Runs or resumes the turn until it has ended or waits for undecided gates.
   *
   * @param text the message for the agent; the reason if the conversation is handed over
   */
  Answer run(String text) throws Exception {
    OuterTurn outer = OuterTurn.around(ctx);
    if (outer.depth() > MAX_DEPTH) {
      throw new AdkException(
          AdkErrorCode.E_DISPATCH_LIMIT_REACHED,
          "The agent '"
              + agent.name()
              + "' was not asked: agents have asked each other "
              + MAX_DEPTH
              + " deep. Answer with what is known.");
    }
    Scope scope = handsOver ? ctx.scope() : ctx.scope().within(callId);
    try {
      return waits(scope, begin(scope, text, outer));
    } catch (AgentTurnException e) {
      if (ctx.aborted()) {
        throw new AbortException(ctx.abortSignal().reason());
      }
      throw e;
    }
  }

  private Answer begin(Scope scope, String text, OuterTurn outer) throws Exception {
    if (ctx.parksApprovals() && agent.parks()) {
      agent.checkName();
      Answer known = agent.registry().inner(scope, this).orElse(null);
      if (known != null) {
        return known;
      }
    }
    AbortController abort = new AbortController();
    try (Subscription link = abort.follow(ctx.abortSignal())) {
      return agent.turns.inner(this, scope, text, outer, abort).run(this::listen);
    }
  }

  /** Reports the gates. A turn whose gates were all decided meanwhile resumes. */
  private Answer waits(Scope scope, Answer first) {
    Answer answer = first;
    while (answer.status() == Answer.Status.WAITING && answer.gates().isEmpty()) {
      if (ctx.aborted()) {
        throw new AbortException(ctx.abortSignal().reason());
      }
      answer = agent.registry().inner(scope, this).orElseThrow();
    }
    answer.gates().forEach(gate -> tell(new AgentStream.Gate(callId, gate)));
    return answer;
  }

  /** Adds listeners that report to the outer turn. */
  TurnCall listen(TurnCall call) {
    return call.on(TurnEvent.MESSAGE, this::message)
        .on(TurnEvent.THOUGHT, this::thought)
        .on(TurnEvent.TOOL_CALL, this::tell)
        .observe(TurnEvent.GENERATION_STATS, this::tell)
        .observe(TurnEvent.INNER, this::tell)
        .observe(TurnEvent.ERROR, this::tell)
        .observe(TurnEvent.TURN_START, this::tell)
        .observe(TurnEvent.TURN_END, this::tell);
  }

  /** After a hand-over, the text of the inner turn is the answer of the outer turn. */
  private void message(TurnStreamableContent content) {
    if (handsOver) {
      ctx.letPass(content.id());
      ctx.emitMessage(content.withTurnId(ctx.turnId()));
    } else if (!content.aDelta().isEmpty()) {
      tell(new AgentStream.Text(callId, content.id(), content.aDelta()));
    }
  }

  private void thought(TurnStreamableContent content) {
    if (!content.aDelta().isEmpty()) {
      tell(new AgentStream.Thought(callId, content.id(), content.aDelta()));
    }
  }

  private void tell(AgentEvent event) {
    ctx.emitInner(new InnerEvent(ctx.turnId(), callId, agent.name(), event));
  }
}
