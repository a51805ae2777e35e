package dev.adk4j.memory.injection;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.internal.TokenOverlap;
import dev.adk4j.memory.internal.store.EntryTimes;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/** Scores by relevance and age; see {@link MemoryScorer#of}. */
record DefaultMemoryScorer(Duration halfLife, double unknownImportance) implements MemoryScorer {

  private static final double LEAST = 0.05;
  private static final double MOST = 0.99;

  DefaultMemoryScorer {
    new Violations()
        .check(halfLife.isPositive(), "$.halfLife", "range", "must be greater than zero")
        .check(
            unknownImportance >= 0 && unknownImportance <= 1,
            "$.unknownImportance",
            "range",
            "must be from 0 to 1")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  @Override
  public Optional<Scores> score(Candidate candidate, AgentContext ctx) {
    return Optional.of(
        new Scores(confidence(candidate), importance(candidate.entry(), ctx.clock().instant())));
  }

  private static double confidence(Candidate candidate) {
    OptionalDouble relevance = relevance(candidate.entry());
    if (relevance.isEmpty() || candidate.scale() == RelevanceScale.NONE) {
      return byRank(candidate);
    }
    double r = relevance.getAsDouble();
    return switch (candidate.scale()) {
      case UNIT -> Math.clamp(r, 0, 1);
      case COSINE -> Math.clamp((r + 1) / 2, 0, 1);
      case DISTANCE -> 1 / (1 + Math.max(r, 0));
      case TOKEN_COUNT -> {
        int words = TokenOverlap.tokens(candidate.query()).size();
        yield words == 0 ? byRank(candidate) : Math.clamp(r / words, 0, 1);
      }
      case NONE -> byRank(candidate);
    };
  }

  private static double byRank(Candidate candidate) {
    return (double) (candidate.count() - candidate.rank()) / (candidate.count() + 1);
  }

  private static OptionalDouble relevance(MemoryEntry entry) {
    Double own = entry.relevance();
    if (own != null && Double.isFinite(own)) {
      return OptionalDouble.of(own);
    }
    OptionalDouble noted = number(entry, "_relevanceScore");
    return noted.isPresent() ? noted : number(entry, "score");
  }

  private static OptionalDouble number(MemoryEntry entry, String key) {
    return entry.metadata().get(key) instanceof Number number
            && Double.isFinite(number.doubleValue())
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  private double importance(MemoryEntry entry, Instant now) {
    OptionalDouble given = number(entry, "importance");
    if (given.isPresent() && given.getAsDouble() >= 0 && given.getAsDouble() <= 1) {
      return given.getAsDouble();
    }
    Instant from = EntryTimes.known(entry);
    if (from == null) {
      return unknownImportance;
    }
    double age = Math.max(0, Duration.between(from, now).toMillis());
    return Math.clamp(Math.pow(0.5, age / halfLife.toMillis()), LEAST, MOST);
  }
}
