package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.sample.library.Words;
import dev.adk4j.sample.memory.MemoryShelf;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Answers from stored facts about the user, otherwise from the documentation. The memory manager
 * has already added the matching facts to the turn.
 */
record RecallSkill(String question, MemoryShelf shelf) implements Skill {

  /**
   * Matches questions that only the user's own facts can answer, such as "what is my dog called".
   */
  private static final Pattern ABOUT_OWN =
      Pattern.compile(
          "(?:what|who|where|when|which)(?:'s|\\s+(?:is|are|was|were))\\s+(?:my|our)\\b",
          Pattern.CASE_INSENSITIVE);

  @Override
  public Step next(DispatchContext ctx, List<ToolCall> done) throws Exception {
    List<String> facts = Recollection.about(question, known(ctx));
    boolean mayBeOnAPage =
        !Words.of(question).isEmpty()
            && !ABOUT_OWN.matcher(question).lookingAt()
            && !ctx.turnRetrievables().isEmpty();
    // a long question about the project shares words with what was said once
    if (mayBeOnAPage && (facts.isEmpty() || AskSkill.mayBeAsked(ctx))) {
      return new AskSkill(question).next(ctx, done);
    }
    return new Step.Say(
        "I look through what I remember.", facts.isEmpty() ? nothing(ctx) : inWords(facts));
  }

  /** Returns all facts if the question names no topic. */
  private List<String> known(DispatchContext ctx) {
    return Words.of(question).isEmpty()
        ? shelf.all(ctx.scope()).stream().map(MemoryEntry::content).toList()
        : ctx.turnMemories().stream().map(memory -> memory.content().value()).toList();
  }

  private static String inWords(List<String> facts) {
    return "I remember: " + String.join("; ", facts);
  }

  private String nothing(DispatchContext ctx) {
    return shelf.all(ctx.scope()).isEmpty()
        ? "You have not told me anything about yourself yet. Say: remember that …"
        : "I remember nothing about that. " + SmallTalk.EXAMPLES;
  }
}
