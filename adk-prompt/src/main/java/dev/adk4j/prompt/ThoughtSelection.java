package dev.adk4j.prompt;

import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Thought;
import dev.adk4j.prompt.PromptOptions.ThoughtSurfacing;
import java.util.Comparator;
import java.util.List;

/** Selects the thoughts that are shown to the model. */
final class ThoughtSelection {

  /** Tag of plain text, which every executor understands. */
  private static final String PLAIN = "plain-text";

  private ThoughtSelection() {}

  static List<Thought> surviving(List<Thought> thoughts, PromptOptions options) {
    if (options.thoughtSurfacing() == ThoughtSurfacing.NONE) {
      return List.of();
    }
    boolean all = options.thoughtSurfacing() == ThoughtSurfacing.ALL;
    List<Thought> surviving =
        thoughts.stream()
            .filter(thought -> all || isOwn(thought.identity(), options.selfIdentity()))
            .filter(thought -> fits(thought, options.replayCompatibility()))
            .sorted(Comparator.comparing(Thought::createdAt).thenComparing(Thought::id))
            .toList();
    boolean latest = options.thoughtSurfacing() == ThoughtSurfacing.LATEST_SELF;
    return latest && !surviving.isEmpty() ? List.of(surviving.getLast()) : surviving;
  }

  static boolean isOwn(Identity identity, String selfIdentity) {
    return identity.identifier().equals(selfIdentity);
  }

  private static boolean fits(Thought thought, List<String> tags) {
    String tag = thought.replayCompatibility().orElse(null);
    if (thought.payload().isPresent()) {
      return tag != null && tags.contains(tag);
    }
    return tag == null || tag.equals(PLAIN) || tags.contains(tag);
  }
}
