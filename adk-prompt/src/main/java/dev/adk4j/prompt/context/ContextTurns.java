package dev.adk4j.prompt.context;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.RenderContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Cuts a conversation into turns, and chooses those that a question is about. */
public final class ContextTurns {

  private static final int ALWAYS_KEPT = 2;
  private static final double LOWEST_SHARE = 0.125;
  private static final double HIGHEST_SHARE = 0.43;
  private static final Pattern CONTENT_WORD = Pattern.compile("[a-z0-9]+");
  private static final int SHORTEST_WORD = 4;

  private ContextTurns() {}

  /** Turns in order; a call belongs to the first turn that ends at its time or later. */
  public static List<ContextTurn> of(Collection<Message> messages, Collection<ToolCall> toolCalls) {
    List<List<Message>> closed = new ArrayList<>();
    List<Message> current = new ArrayList<>();
    for (Message message : messages) {
      current.add(message);
      if (message.role() == MessageRole.ASSISTANT) {
        closed.add(current);
        current = new ArrayList<>();
      }
    }
    boolean open = !current.isEmpty();
    if (open) {
      closed.add(current);
    }
    List<ContextTurn> turns = new ArrayList<>();
    List<ToolCall> left = new ArrayList<>(toolCalls);
    for (int i = 0; i < closed.size(); i++) {
      boolean last = i == closed.size() - 1;
      Instant end = last ? Instant.MAX : closed.get(i).getLast().createdAt();
      List<ToolCall> own = left.stream().filter(call -> !call.createdAt().isAfter(end)).toList();
      left.removeAll(own);
      turns.add(new ContextTurn(closed.get(i), own));
    }
    if (turns.isEmpty() && !left.isEmpty()) {
      turns.add(new ContextTurn(List.of(), left));
    }
    return turns;
  }

  /**
   * The newest two turns, and of the older ones those that share enough words with the question:
   * the more of the budget the older ones take, the more they have to share, from an eighth to 43
   * percent of its words. All, where the question has no words to share.
   *
   * @param historyBudget tokens
   */
  public static List<ContextTurn> relevant(
      List<ContextTurn> turns,
      String question,
      long historyBudget,
      @Nullable TokenEstimator estimateTokens,
      String encoding,
      @Nullable RenderContext context) {
    TokenEstimator estimator =
        Resolvers.require(estimateTokens, "selectRelevantTurns", "estimateTokens");
    Set<String> wanted = words(question);
    int older = Math.max(0, turns.size() - ALWAYS_KEPT);
    if (older == 0 || wanted.isEmpty()) {
      return turns;
    }
    long tokens = 0;
    for (ContextTurn turn : turns.subList(0, older)) {
      tokens += estimator.estimate(ContextTexts.of(turn, context), encoding);
    }
    double floor = floor(tokens, historyBudget);
    List<ContextTurn> kept = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      ContextTurn turn = turns.get(i);
      if (i >= older || share(wanted, words(ContextTexts.of(turn, context))) >= floor) {
        kept.add(turn);
      }
    }
    return kept;
  }

  static double floor(long olderTokens, long historyBudget) {
    double used =
        historyBudget <= 0
            ? 1
            : Math.max(0, Math.min(1, (double) olderTokens / (double) historyBudget));
    return LOWEST_SHARE + (HIGHEST_SHARE - LOWEST_SHARE) * used * used;
  }

  private static double share(Set<String> wanted, Set<String> found) {
    long shared = wanted.stream().filter(found::contains).count();
    return (double) shared / wanted.size();
  }

  static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    Matcher matcher = CONTENT_WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      String word = matcher.group();
      if (word.length() >= SHORTEST_WORD && Character.isLetter(word.charAt(0))) {
        words.add(word);
      }
    }
    return words;
  }
}
