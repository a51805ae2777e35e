package dev.adk4j.sample.turns;

import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Record of one turn in the journal. Guarded by the journal. */
final class TurnRecord {

  /** Most entries of a timeline. A longer one ends with a note. */
  private static final int MAX_EVENTS = 500;

  final String turnId;
  final Scope scope;
  final Runnable stop;
  private final Instant startedAt;
  private final Set<String> messageIds = new LinkedHashSet<>();
  private final List<TimelineEvent> timeline = new ArrayList<>();

  /** Positions of unfinished entries in the timeline, by id. */
  private final Map<String, Integer> open = new HashMap<>();

  private int iterations;
  private int toolCalls;
  private long promptTokens;
  private long completionTokens;
  private @Nullable String model;
  private @Nullable Long firstWordMs;
  private @Nullable Long durationMs;
  private @Nullable DispatchEnd acknowledged;
  private boolean failed;

  TurnRecord(String turnId, Scope scope, Instant startedAt, List<String> input, Runnable stop) {
    this.turnId = turnId;
    this.scope = scope;
    this.startedAt = startedAt;
    this.stop = stop;
    messageIds.addAll(input);
  }

  boolean hasEnded() {
    return durationMs != null;
  }

  void iteration(int number, Instant at) {
    iterations++;
    begin("iteration", "iteration", "Iteration " + (number + 1), at);
  }

  void tool(String callId, String name, Instant at) {
    toolCalls++;
    begin("tool " + callId, "tool", name, at);
  }

  void begin(String key, String kind, String label, Instant at) {
    if (!open.containsKey(key) && add(new TimelineEvent(ms(at), kind, label, null, "open"))) {
      open.put(key, timeline.size() - 1);
    }
  }

  void end(String key, Instant at, String how) {
    Integer place = open.remove(key);
    if (place != null) {
      timeline.set(place, timeline.get(place).ended(ms(at), how));
    }
  }

  void moment(String kind, String label, Instant at, String state) {
    add(new TimelineEvent(ms(at), kind, label, null, state));
  }

  void answer(String messageId, Instant at) {
    messageIds.add(messageId);
    if (firstWordMs == null) {
      firstWordMs = ms(at);
    }
    begin("answer " + messageId, "answer", "Answer", at);
  }

  void generation(GenerationStats stats, Instant at) {
    long prompt = orZero(stats.promptTokens());
    long completion = orZero(stats.completionTokens());
    promptTokens += prompt;
    completionTokens += completion;
    model = stats.model() == null ? model : stats.model();
    moment("tokens", prompt + " tokens in, " + completion + " out", at, "done");
  }

  /** Records the end of the last iteration, which has no event of its own. */
  void acknowledged(DispatchEnd end) {
    acknowledged = end;
    end("iteration", end.endedAt(), "done");
  }

  void failed(String code, Instant at) {
    failed = true;
    moment("error", code, at, "failed");
  }

  void end(Instant at, long tookMs) {
    durationMs = tookMs;
    List.copyOf(open.keySet()).forEach(key -> end(key, at, "stopped"));
    timeline.add(new TimelineEvent(ms(at), "end", "Turn " + status(), null, "done"));
  }

  TurnView view(boolean withTimeline) {
    return new TurnView(
        turnId,
        status(),
        startedAt,
        durationMs,
        firstWordMs,
        iterations,
        toolCalls,
        promptTokens,
        completionTokens,
        model,
        List.copyOf(messageIds),
        null,
        null,
        withTimeline ? List.copyOf(timeline) : null);
  }

  private String status() {
    return hasEnded() ? TurnOutcome.of(failed, acknowledged).wire() : "open";
  }

  private boolean add(TimelineEvent event) {
    if (timeline.size() == MAX_EVENTS) {
      timeline.add(new TimelineEvent(event.atMs(), "end", "More than is shown here", null, "done"));
    }
    return timeline.size() < MAX_EVENTS && timeline.add(event);
  }

  private long ms(Instant at) {
    return Math.max(0, Duration.between(startedAt, at).toMillis());
  }

  private static long orZero(@Nullable Long tokens) {
    return tokens == null ? 0 : tokens;
  }
}
