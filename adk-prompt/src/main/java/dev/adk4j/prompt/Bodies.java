package dev.adk4j.prompt;

import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptOptions.Neutralization;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Neutralizes external text before a renderer sees it, so that a custom renderer need not. Holds
 * the nonces of one prompt.
 */
record Bodies(NonceSource nonces, boolean everywhere, Imitations live, ExecutorLog log) {

  static Bodies of(PromptRequest request, NonceSource nonces) {
    AgentContext ctx = request.context();
    Set<String> live = new HashSet<>();
    ctx.turnMessages().forEach(m -> live.add(nonces.nonceFor(RecordKind.MESSAGE, m.id())));
    ctx.turnMemories().forEach(m -> live.add(nonces.nonceFor(RecordKind.MEMORY, m.id())));
    ctx.turnRetrievables().forEach(r -> live.add(nonces.nonceFor(RecordKind.RETRIEVABLE, r.id())));
    ctx.turnThoughts().forEach(t -> live.add(nonces.nonceFor(RecordKind.THOUGHT, t.id())));
    ctx.turnToolCalls().forEach(c -> live.add(nonces.nonceForCall(c.id(), c.checksum())));
    boolean everywhere = request.options().neutralization() == Neutralization.ALL;
    return new Bodies(nonces, everywhere, Imitations.ofNonces(live), request.log());
  }

  String nonce(RecordKind kind, String id) {
    return nonces.nonceFor(kind, id);
  }

  String nonce(ToolCall call) {
    return nonces.nonceForCall(call.id(), call.checksum());
  }

  /** Neutralizes a message that gets an envelope. */
  String message(String text, String nonce, String id) {
    return closed(Imitations.DEVELOPER_RULES.defuse(text), nonce, RecordKind.MESSAGE, id);
  }

  /**
   * Neutralizes the agent's own message, which has no envelope. The model has seen every live nonce
   * and may have been persuaded to repeat a block with it.
   */
  String own(String text, String id) {
    String ruled = Imitations.DEVELOPER_RULES.defuse(text);
    String safe = live.defuse(ruled);
    report(ruled, safe, RecordKind.MESSAGE, id);
    return safe;
  }

  /** Neutralizes a memory, a retrievable or a thought. */
  String record(String text, String nonce, RecordKind kind, String id) {
    String ruled = everywhere ? Imitations.DEVELOPER_RULES.defuse(text) : text;
    return closed(ruled, nonce, kind, id);
  }

  /** Neutralizes only tags of the result's own envelope; keeps all other bytes. */
  String toolResult(String text, String nonce, String id) {
    return closed(text, nonce, RecordKind.TOOL_CALL, id);
  }

  /**
   * Neutralizes a standing instruction. Its block has no nonce, so only its own tags could end it
   * early.
   */
  String instruction(String text) {
    String safe = Imitations.DEVELOPER_RULES.defuse(text);
    report(text, safe, null, "");
    return safe;
  }

  private String closed(String text, String nonce, RecordKind kind, String id) {
    String safe = Imitations.ofNonce(nonce).defuse(text);
    report(text, safe, kind, id);
    return safe;
  }

  private void report(String before, String after, @Nullable RecordKind kind, String id) {
    if (!before.equals(after)) {
      String what = kind == null ? "standingInstruction" : kind.wire();
      log.log(
          LogLevel.WARN,
          "envelope-collision",
          "A " + what + " holds a tag of an envelope; it was defused.",
          Map.of("kind", what, "id", id));
    }
  }
}
