package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which tool calls a model asked for together, and what has to go back to it with them. Lives as
 * long as a dispatch, in its stash and in memory only: it holds objects of the provider's client.
 */
final class GenerationLog {

  private static final String KEY = "adk-llm-generations";

  private final Map<String, String> generationByCall = new ConcurrentHashMap<>();
  private final Map<String, String> generationByThought = new ConcurrentHashMap<>();
  private final Map<String, Map<String, Object>> replayByGeneration = new ConcurrentHashMap<>();
  private volatile boolean replaying = true;

  static GenerationLog of(DispatchContext ctx) {
    if (ctx.stash().get(KEY) instanceof GenerationLog log) {
      return log;
    }
    GenerationLog log = new GenerationLog();
    ctx.stash().set(KEY, log);
    return log;
  }

  void call(String callId, String generationId) {
    generationByCall.put(callId, generationId);
  }

  /**
   * @param thoughts the ids of the thoughts that the metadata says in the provider's own way
   */
  void replay(String generationId, Map<String, Object> metadata, Collection<String> thoughts) {
    if (!metadata.isEmpty()) {
      replayByGeneration.put(generationId, metadata);
      thoughts.forEach(id -> generationByThought.put(id, generationId));
    }
  }

  /** The generation that says the thought in the provider's own way now; null where none does. */
  @Nullable String replayingOf(String thoughtId) {
    return replaying ? generationByThought.get(thoughtId) : null;
  }

  @Nullable String generationOf(String callId) {
    return generationByCall.get(callId);
  }

  /** Empty where there is nothing, or where the provider has refused it. */
  Map<String, Object> replayOf(@Nullable String generationId) {
    return generationId == null || !replaying
        ? Map.of()
        : replayByGeneration.getOrDefault(generationId, Map.of());
  }

  /** What a request that is made now sends back. */
  ModelRequest.Replay replay() {
    if (!replaying) {
      return ModelRequest.Replay.WITHDRAWN;
    }
    return replayByGeneration.isEmpty() ? ModelRequest.Replay.NOTHING : ModelRequest.Replay.SENT;
  }

  void stopReplaying() {
    replaying = false;
  }

  /** Never what it holds. */
  @Override
  public String toString() {
    return "GenerationLog[" + generationByCall.size() + " calls]";
  }
}
