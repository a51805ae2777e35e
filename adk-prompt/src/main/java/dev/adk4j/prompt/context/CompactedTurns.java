package dev.adk4j.prompt.context;

import java.util.List;

/**
 * A conversation whose older part is a summary.
 *
 * @param state to be handed in the next time
 */
public record CompactedTurns(List<ContextTurn> turns, CompactState state) {

  public CompactedTurns {
    turns = List.copyOf(turns);
  }
}
