package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import java.util.Optional;

/** Weighs what was found for a turn. Called for every entry; shared by concurrent turns. */
@FunctionalInterface
public interface MemoryScorer {

  /** Empty to leave the entry out; what it throws costs that entry, not the turn. */
  Optional<Scores> score(MemoryCandidate candidate, AgentContext ctx) throws Exception;
}
