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
import java.util.function.ToLongBiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Splits a conversation into turns and selects those that are relevant to a question. */
final class ContextTurns {

  private static final int ALWAYS_KEPT = 2;
  private static final double LOWEST_SHARE = 0.125;
  private static final double HIGHEST_SHARE = 0.43;
  private static final Pattern CONTENT_WORD = Pattern.compile("[a-z0-9]+");
  private static final int SHORTEST_WORD = 4;

  private ContextTurns() {}

  /**
   * Part of a conversation that ends with an assistant's message; the last one may be open.
   *
   * @param messages in order
   * @param toolCalls the calls made during it, in order
   */
  public record Turn(List<Message> messages, List<ToolCall> toolCalls) {

    public Turn {
      messages = List.copyOf(messages);
      toolCalls = List.copyOf(toolCalls);
    }
  }

  /**
   * Returns the turns in order. A call belongs to the first turn that ends at its time or later.
   */
  public static List<Turn> of(Collection<Message> messages, Collection<ToolCall> toolCalls) {
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
    List<Turn> turns = new ArrayList<>();
    List<ToolCall> left = new ArrayList<>(toolCalls);
    for (int i = 0; i < closed.size(); i++) {
      boolean last = i == closed.size() - 1;
      Instant end = last ? Instant.MAX : closed.get(i).getLast().createdAt();
      List<ToolCall> own = left.stream().filter(call -> !call.createdAt().isAfter(end)).toList();
      left.removeAll(own);
      turns.add(new Turn(closed.get(i), own));
    }
    if (turns.isEmpty() && !left.isEmpty()) {
      turns.add(new Turn(List.of(), left));
    }
    return turns;
  }

  /**
   * Returns the newest two turns, and the older ones that share enough words with the question:
   * from an eighth to 43 percent of its words, more as the older turns take more of the budget.
   * Returns all turns if the question has no words to share.
   *
   * @param historyBudget tokens
   */
  public static List<Turn> relevant(
      List<Turn> turns,
      String question,
      long historyBudget,
      @Nullable ToLongBiFunction<String, String> estimateTokens,
      String encoding,
      @Nullable RenderContext context) {
    ToLongBiFunction<String, String> estimator =
        Resolvers.require(estimateTokens, "selectRelevantTurns", "estimateTokens");
    Set<String> wanted = words(question);
    int older = Math.max(0, turns.size() - ALWAYS_KEPT);
    if (older == 0 || wanted.isEmpty()) {
      return turns;
    }
    long tokens = 0;
    for (Turn turn : turns.subList(0, older)) {
      tokens += estimator.applyAsLong(ContextTexts.of(turn, context), encoding);
    }
    double floor = floor(tokens, historyBudget);
    List<Turn> kept = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(i);
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
