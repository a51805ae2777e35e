package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.ToolCall;
import java.util.List;

/** Answers from what it was asked to remember, else from the documentation. */
record RecallSkill(String question) implements Skill {

  @Override
  public Step next(DispatchContext ctx, List<ToolCall> done) throws Exception {
    List<Memory> memories = ctx.fetchMemories();
    List<String> facts = Recollection.about(question, memories);
    if (facts.isEmpty() && !ctx.turnRetrievables().isEmpty()) {
      return new AskSkill(question).next(ctx, done);
    }
    return new Step.Say(
        "I look through what I was asked to remember.",
        facts.isEmpty() ? nothing(memories) : known(facts));
  }

  private static String known(List<String> facts) {
    return "I remember: " + String.join("; ", facts);
  }

  private static String nothing(List<Memory> memories) {
    return memories.isEmpty()
        ? "You have not asked me to remember anything yet. Say: remember that …"
        : "I remember nothing about that.";
  }
}
