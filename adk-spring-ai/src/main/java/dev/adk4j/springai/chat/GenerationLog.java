package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Records which tool calls a model requested together, and the metadata to send back with them to
 * the same model. Kept in memory only, in the stash of a dispatch, because it contains objects of
 * the provider's client.
 */
final class GenerationLog {

  private static final String KEY = "adk-llm-generations";

  private final Map<String, String> generationByCall;
  private final Map<String, String> generationByThought = new ConcurrentHashMap<>();
  private final Map<String, Map<String, Object>> replayByGeneration = new ConcurrentHashMap<>();
  private volatile boolean replaying = true;

  private GenerationLog(Map<String, String> generationByCall) {
    this.generationByCall = generationByCall;
  }

  /**
   * Logs of one dispatch, by model. All of them contain the calls.
   *
   * @param failed names of models that failed
   */
  record Logs(
      Map<String, String> generationByCall,
      Map<Object, GenerationLog> byModel,
      Set<String> failed) {

    /** Returns a text without content. */
    @Override
    public String toString() {
      return "GenerationLog[" + generationByCall.size() + " calls]";
    }
  }

  static Logs in(DispatchContext ctx) {
    if (ctx.stash().get(KEY) instanceof Logs logs) {
      return logs;
    }
    Logs logs =
        new Logs(
            new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), ConcurrentHashMap.newKeySet());
    ctx.stash().set(KEY, logs);
    return logs;
  }

  /**
   * @param model model that receives its own metadata back; others do not
   */
  static GenerationLog of(DispatchContext ctx, Object model) {
    Logs logs = in(ctx);
    return logs.byModel().computeIfAbsent(model, m -> new GenerationLog(logs.generationByCall()));
  }

  void call(String callId, String generationId) {
    generationByCall.put(callId, generationId);
  }

  /**
   * @param thoughts ids of the thoughts that the metadata contains in the provider's format
   */
  void replay(String generationId, Map<String, Object> metadata, Collection<String> thoughts) {
    if (!metadata.isEmpty()) {
      replayByGeneration.put(generationId, metadata);
      thoughts.forEach(id -> generationByThought.put(id, generationId));
    }
  }

  /** Returns the generation whose metadata contains the thought; null if there is none. */
  @Nullable String replayingOf(String thoughtId) {
    return replaying ? generationByThought.get(thoughtId) : null;
  }

  @Nullable String generationOf(String callId) {
    return generationByCall.get(callId);
  }

  /** Returns the metadata to send back; empty if there is none or the provider has rejected it. */
  Map<String, Object> replayOf(@Nullable String generationId) {
    return generationId == null || !replaying
        ? Map.of()
        : replayByGeneration.getOrDefault(generationId, Map.of());
  }

  /** Returns the state of the metadata for the next request. */
  ModelRequest.Replay replay() {
    if (!replaying) {
      return ModelRequest.Replay.WITHDRAWN;
    }
    return replayByGeneration.isEmpty() ? ModelRequest.Replay.NOTHING : ModelRequest.Replay.SENT;
  }

  void stopReplaying() {
    replaying = false;
  }
}
