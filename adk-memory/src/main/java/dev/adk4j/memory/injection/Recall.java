package dev.adk4j.memory.injection;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.store.Digests;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.primitive.Memory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes weighed memories of what a search finds. Keeps nothing. */
public final class Recall {

  private static final Logger LOG = LoggerFactory.getLogger(Recall.class);

  private final MemorySearch search;
  private final InjectionConfig config;

  public Recall(MemorySearch search, InjectionConfig config) {
    this.search = search;
    this.config = config;
  }

  /** What fits the query best, by the config's rules. */
  public List<RecalledMemory> recall(AgentContext ctx, MemoryOwner owner, String query) {
    List<MemoryCandidate> candidates = candidates(ctx, query);
    if (config.merge() == InjectionConfig.Merge.INTERLEAVE) {
      candidates.sort(Comparator.comparingInt(MemoryCandidate::rank));
    }
    List<MemoryCandidate> distinct = distinct(candidates, owner);
    boolean byScore = config.merge() == InjectionConfig.Merge.SCORE;
    List<RecalledMemory> weighed = new ArrayList<>();
    int unweighed = 0;
    for (MemoryCandidate candidate : byScore ? distinct : capped(distinct)) {
      Optional<RecalledMemory> memory = weigh(candidate, ctx, owner);
      memory.ifPresent(weighed::add);
      unweighed += memory.isEmpty() ? 1 : 0;
    }
    if (unweighed > 0) {
      LOG.debug("{} memory entries were left out for want of a weight.", unweighed);
    }
    if (!byScore) {
      return List.copyOf(weighed);
    }
    weighed.sort(Comparator.comparingDouble(RecalledMemory::weight).reversed());
    return List.copyOf(capped(weighed));
  }

  private <T> List<T> capped(List<T> all) {
    return all.subList(0, Math.min(config.maxEntries(), all.size()));
  }

  private List<MemoryCandidate> candidates(AgentContext ctx, String query) {
    List<MemoryEntry> found = search.search(ctx, query, config.maxEntries());
    Map<String, Integer> counts = new LinkedHashMap<>();
    found.forEach(entry -> counts.merge(store(entry), 1, Integer::sum));
    Map<String, Integer> ranks = new LinkedHashMap<>();
    List<MemoryCandidate> candidates = new ArrayList<>();
    for (MemoryEntry entry : found) {
      String store = store(entry);
      int rank = ranks.merge(store, 1, Integer::sum) - 1;
      candidates.add(
          new MemoryCandidate(
              entry,
              rank,
              Objects.requireNonNull(counts.get(store)),
              search.relevanceScale(store),
              query));
    }
    return candidates;
  }

  private List<MemoryCandidate> distinct(List<MemoryCandidate> candidates, MemoryOwner owner) {
    Set<String> ids = new HashSet<>();
    Set<String> texts = new HashSet<>();
    boolean byText = config.dedupe() == InjectionConfig.Dedupe.CONTENT;
    return candidates.stream()
        .filter(candidate -> !candidate.entry().content().isBlank())
        .filter(candidate -> ids.add(id(candidate.entry(), owner)))
        .filter(candidate -> !byText || texts.add(folded(candidate.entry().content())))
        .toList();
  }

  private static String folded(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private Optional<RecalledMemory> weigh(
      MemoryCandidate candidate, AgentContext ctx, MemoryOwner owner) {
    MemoryEntry entry = candidate.entry();
    try {
      return config
          .scorer()
          .score(candidate, ctx)
          .filter(this::weighsEnough)
          .map(scores -> memory(entry, scores, ctx.clock().instant(), owner));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      LOG.warn(
          "An entry of the memory store '{}' could not be weighed and is left out: {}",
          store(entry),
          e instanceof AdkException adk ? adk.code() : e.getClass().getName());
      return Optional.empty();
    }
  }

  private boolean weighsEnough(Scores scores) {
    return (config.minConfidence() == null || scores.confidence() >= config.minConfidence())
        && (config.minImportance() == null || scores.importance() >= config.minImportance());
  }

  private static RecalledMemory memory(
      MemoryEntry entry, Scores scores, Instant now, MemoryOwner owner) {
    EntryTimes times = EntryTimes.of(entry, now);
    Memory memory =
        Memory.builder()
            .id(id(entry, owner))
            .content(entry.content())
            .confidence(scores.confidence())
            .importance(scores.importance())
            .createdAt(times.createdAt())
            .updatedAt(times.updatedAt())
            .build();
    return new RecalledMemory(memory, entry);
  }

  /** The same for the same fact in every turn. */
  private static String id(MemoryEntry entry, MemoryOwner owner) {
    String own =
        entry.id() == null
            ? Digests.sha256(owner.tenant(), owner.subject(), entry.content()).substring(0, 32)
            : entry.id();
    return store(entry) + ":" + own;
  }

  private static String store(MemoryEntry entry) {
    return entry.storeName() == null ? "" : entry.storeName();
  }
}
