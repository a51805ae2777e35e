package dev.adk4j.vector;

import dev.adk4j.vector.FilterEvaluator.RecordPredicate;
import dev.adk4j.vector.internal.WordIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collection in memory: records by id in insertion order, under one lock. No code of the caller
 * runs while the lock is held.
 */
final class InMemoryCollection {

  private final DistanceMetric metric;
  private final @Nullable String language;
  private final Map<String, StoredRow> rows = new LinkedHashMap<>();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Length of the vectors; 0 until the first one is written. */
  private int dimensions;

  /** Words of all documents; null until the first search by words, and updated from then on. */
  private @Nullable WordIndex<String> words;

  InMemoryCollection(DistanceMetric metric, int dimensions, @Nullable String language) {
    this.metric = metric;
    this.dimensions = dimensions;
    this.language = language;
  }

  CollectionSummary summary(String name) {
    return read(() -> new CollectionSummary(name, rows.size(), dimensions, metric, language));
  }

  void upsert(List<VectorRecord> records) {
    List<StoredRow> written = records.stream().map(StoredRow::of).toList();
    write(
        () -> {
          int length = dimensions;
          for (StoredRow row : written) {
            length = checkLength(length, row.vector());
          }
          dimensions = length;
          written.forEach(row -> rows.put(row.id(), row));
          if (words != null) {
            written.forEach(row -> index(words, row));
          }
        });
  }

  private static int checkLength(int expected, float @Nullable [] vector) {
    if (vector == null) {
      return expected;
    }
    if (expected != 0 && vector.length != expected) {
      throw VectorErrors.dimensionMismatch(expected, vector.length);
    }
    return vector.length;
  }

  void delete(List<String> ids) {
    write(() -> remove(ids));
  }

  void delete(RecordPredicate filter) {
    write(() -> remove(passing(filter).map(StoredRow::id).toList()));
  }

  private Stream<StoredRow> passing(RecordPredicate filter) {
    return rows.values().stream().filter(row -> filter.test(row.id(), row.metadata()));
  }

  private void remove(List<String> ids) {
    ids.forEach(rows::remove);
    if (words != null) {
      ids.forEach(words::remove);
    }
  }

  private static void index(WordIndex<String> words, StoredRow row) {
    words.put(row.id(), new WordIndex.Weighted(row.document() == null ? "" : row.document(), 1));
  }

  List<VectorMatch> searchHybrid(HybridPlan plan, RecordPredicate filter) {
    if (read(() -> words == null)) {
      write(this::index);
    }
    return read(() -> fused(plan, byVector(plan, filter), byWords(plan, filter)));
  }

  private void index() {
    if (words == null) {
      WordIndex<String> made = new WordIndex<>();
      rows.values().forEach(row -> index(made, row));
      words = made;
    }
  }

  private record Fused(String id, double score, Explanation explanation) {}

  /** Fuses two rankings by reciprocal ranks; among equal scores, the better by vector is first. */
  private List<VectorMatch> fused(
      HybridPlan plan,
      Map<String, Explanation.Rank> byVector,
      Map<String, Explanation.Rank> byWords) {
    Set<String> ids = new LinkedHashSet<>(byVector.keySet());
    ids.addAll(byWords.keySet());
    return ids.stream()
        .map(
            id -> {
              Explanation explanation = new Explanation(byVector.get(id), byWords.get(id));
              return new Fused(id, plan.score(explanation), explanation);
            })
        .sorted(Comparator.comparingDouble(Fused::score).reversed())
        .skip(plan.search().offset())
        .limit(plan.search().topK())
        .map(
            fused ->
                Objects.requireNonNull(rows.get(fused.id()))
                    .match(plan.search().projection(), fused.score())
                    .explained(fused.score(), fused.explanation()))
        .toList();
  }

  private Map<String, Explanation.Rank> byVector(HybridPlan plan, RecordPredicate filter) {
    Map<String, Explanation.Rank> ranks = new LinkedHashMap<>();
    if (plan.search().near() != null) {
      float[] reference = reference(plan.search().near());
      for (TopRows.Hit hit : rank(plan.candidates(), reference, filter)) {
        double score = metric.scoreOfSimilarity(hit.similarity());
        ranks.put(hit.row().id(), new Explanation.Rank(ranks.size() + 1, score));
      }
    }
    return ranks;
  }

  private Map<String, Explanation.Rank> byWords(HybridPlan plan, RecordPredicate filter) {
    Set<String> passing = passing(filter).map(StoredRow::id).collect(Collectors.toSet());
    Map<String, Explanation.Rank> ranks = new LinkedHashMap<>();
    for (WordIndex.Hit<String> hit :
        Objects.requireNonNull(words).search(plan.words(), plan.candidates(), passing::contains)) {
      ranks.put(hit.key(), new Explanation.Rank(ranks.size() + 1, hit.score()));
    }
    return ranks;
  }

  List<VectorMatch> scan(SearchPlan plan, RecordPredicate filter) {
    return read(
        () ->
            passing(filter)
                .skip(plan.offset())
                .limit(plan.topK())
                .map(row -> row.match(plan.projection(), null))
                .toList());
  }

  List<VectorMatch> search(SearchPlan plan, Near near, RecordPredicate filter) {
    return read(() -> page(plan, rank(plan.reach(), reference(near), filter)));
  }

  private float[] reference(Near near) {
    return switch (near) {
      case Near.Vector(float[] vector) -> {
        checkLength(dimensions, vector);
        yield vector;
      }
      case Near.Id(String id) -> {
        StoredRow row = rows.get(id);
        if (row == null || row.vector() == null) {
          throw VectorErrors.searchFailed("There is no record with that id and a vector.", null);
        }
        yield row.vector();
      }
      case Near.Text text -> throw VectorErrors.encoderRequired(InMemoryVectorBackend.NAME);
    };
  }

  private List<TopRows.Hit> rank(int most, float[] reference, RecordPredicate filter) {
    TopRows top = new TopRows(Math.min(most, rows.size()));
    double[] wide = VectorMath.widen(reference);
    double norm = Math.sqrt(VectorMath.dot(wide, reference));
    for (StoredRow row : rows.values()) {
      float[] vector = row.vector();
      if (vector != null && filter.test(row.id(), row.metadata())) {
        top.offer(row, similarity(wide, norm, vector, row.norm()));
      }
    }
    return top.bestFirst();
  }

  private double similarity(double[] reference, double norm, float[] vector, double vectorNorm) {
    return switch (metric) {
      case COSINE -> {
        double norms = norm * vectorNorm;
        yield norms == 0 ? 0 : VectorMath.dot(reference, vector) / norms;
      }
      case DOT -> VectorMath.dot(reference, vector);
      case EUCLIDEAN -> -Math.sqrt(VectorMath.squaredDistance(reference, vector));
    };
  }

  private List<VectorMatch> page(SearchPlan plan, List<TopRows.Hit> hits) {
    List<VectorMatch> matches = new ArrayList<>();
    for (int i = plan.offset(); i < hits.size(); i++) {
      double score = metric.scoreOfSimilarity(hits.get(i).similarity());
      if (score < plan.minScore()) {
        break;
      }
      matches.add(hits.get(i).row().match(plan.projection(), score));
    }
    return matches;
  }

  private <T> T read(Supplier<T> work) {
    lock.readLock().lock();
    try {
      return work.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  private void write(Runnable work) {
    lock.writeLock().lock();
    try {
      work.run();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
