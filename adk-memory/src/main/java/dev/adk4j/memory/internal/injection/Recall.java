package dev.adk4j.memory.internal.injection;

import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.injection.MemoryScorer;
import dev.adk4j.memory.internal.Digests;
import dev.adk4j.memory.internal.store.EntryTimes;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.primitive.Memory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts the entries of a search into scored memories. Stateless. */
public record Recall(MemorySearch search, InjectionSettings settings) {

  private static final Logger LOG = LoggerFactory.getLogger(Recall.class);

  /** Returns the memories that match the query, according to the settings. */
  public List<RecalledMemory> recall(AgentContext ctx, MemoryOwner owner, String query) {
    List<MemoryScorer.Candidate> candidates = candidates(ctx, query);
    if (settings.merge() == InjectionSettings.Merge.INTERLEAVE) {
      candidates.sort(Comparator.comparingInt(MemoryScorer.Candidate::rank));
    }
    List<MemoryScorer.Candidate> distinct = distinct(candidates, owner);
    boolean byScore = settings.merge() == InjectionSettings.Merge.SCORE;
    List<MemoryScorer.Candidate> chosen = byScore ? distinct : capped(distinct);
    List<RecalledMemory> weighed =
        chosen.stream().flatMap(candidate -> weigh(candidate, ctx, owner).stream()).toList();
    int unweighed = chosen.size() - weighed.size();
    if (unweighed > 0) {
      LOG.debug("{} memory entries were omitted because they have no score.", unweighed);
    }
    Comparator<RecalledMemory> best = Comparator.comparingDouble(RecalledMemory::weight).reversed();
    return byScore ? capped(weighed.stream().sorted(best).toList()) : weighed;
  }

  private <T> List<T> capped(List<T> all) {
    return all.subList(0, Math.min(settings.maxEntries(), all.size()));
  }

  private List<MemoryScorer.Candidate> candidates(AgentContext ctx, String query) {
    Map<String, List<MemoryEntry>> byStore =
        search.search(ctx, query, settings.maxEntries()).stream()
            .collect(Collectors.groupingBy(Recall::store, LinkedHashMap::new, Collectors.toList()));
    List<MemoryScorer.Candidate> candidates = new ArrayList<>();
    byStore.forEach(
        (store, entries) -> {
          RelevanceScale scale = search.relevanceScale(store);
          int count = entries.size();
          for (int rank = 0; rank < count; rank++) {
            candidates.add(
                new MemoryScorer.Candidate(entries.get(rank), rank, count, scale, query));
          }
        });
    return candidates;
  }

  private List<MemoryScorer.Candidate> distinct(
      List<MemoryScorer.Candidate> candidates, MemoryOwner owner) {
    Set<String> ids = new HashSet<>();
    Set<String> texts = new HashSet<>();
    boolean byText = settings.dedupe() == InjectionSettings.Dedupe.CONTENT;
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
      MemoryScorer.Candidate candidate, AgentContext ctx, MemoryOwner owner) {
    MemoryEntry entry = candidate.entry();
    try {
      return settings
          .scorer()
          .score(candidate, ctx)
          .filter(this::weighsEnough)
          .map(scores -> memory(entry, scores, ctx.clock().instant(), owner));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      LOG.warn(
          "An entry of the memory store '{}' could not be scored and is omitted: {}",
          store(entry),
          e instanceof AdkException adk ? adk.code() : e.getClass().getName());
      return Optional.empty();
    }
  }

  private boolean weighsEnough(MemoryScorer.Scores scores) {
    return (settings.minConfidence() == null || scores.confidence() >= settings.minConfidence())
        && (settings.minImportance() == null || scores.importance() >= settings.minImportance());
  }

  private static RecalledMemory memory(
      MemoryEntry entry, MemoryScorer.Scores scores, Instant now, MemoryOwner owner) {
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

  /** Returns an id that is equal for the same fact in all turns. */
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
