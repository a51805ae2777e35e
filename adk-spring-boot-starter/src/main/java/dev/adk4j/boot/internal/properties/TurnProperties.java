package dev.adk4j.boot.internal.properties;

import dev.adk4j.client.InputLimit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.turn}.
 *
 * @param acceptInput Stores the input of a turn and adds it to the messages of the turn. If false,
 *     a middleware must do so.
 * @param maxInput Maximum size of the text of a message to AgentClient or of the input of a
 *     streamed turn, in UTF-8. A larger text is rejected before the turn starts. The default is
 *     more than most models accept.
 */
public record TurnProperties(
    @DefaultValue Hydrate hydrate,
    @DefaultValue("true") boolean acceptInput,
    @DefaultValue("1MB") DataSize maxInput) {

  static final TurnProperties DEFAULTS =
      new TurnProperties(
          new Hydrate(true, 20, 20, 20, 0, 0, true, 1, false), true, DataSize.ofMegabytes(1));

  public TurnProperties {
    PropertyRules.between(
        "adk.turn.max-input", maxInput, DataSize.ofBytes(1), DataSize.ofMegabytes(1024));
  }

  /** The limit in the form that the library's endpoints check. */
  public InputLimit inputLimit() {
    return new InputLimit((int) maxInput.toBytes());
  }

  /**
   * Properties under {@code adk.turn.hydrate}.
   *
   * @param enabled Loads stored records when a turn starts. If false, every turn starts empty.
   * @param messages Maximum number of messages that a turn loads at its start, newest first; 0 for
   *     none. The default keeps prompts small.
   * @param thoughts Maximum number of thoughts that a turn loads at its start, newest first; 0 for
   *     none. The default matches the number of messages.
   * @param toolCalls Maximum number of tool calls that a turn loads at its start, newest first; 0
   *     for none. The default matches the number of messages.
   * @param memories Maximum number of memories that a turn loads at its start, newest first; 0 for
   *     none. The default is 0, because memory stores search for relevant memories.
   * @param retrievables Maximum number of retrievables that a turn loads at its start, newest
   *     first; 0 for none. The default is 0, because a turn retrieves its own.
   * @param standingInstructions Loads the stored standing instructions when a turn starts.
   * @param step Number of records by which a full limit advances. If greater than 1, a turn may
   *     load fewer records than the limit, and the conversation keeps the same beginning for
   *     several turns, so that a provider can read it from its cache. The default always loads as
   *     many records as the limit allows.
   * @param partialAnswers Also loads unfinished answers of durable turns that were stopped or
   *     failed. Off by default, because a model may mistake an unfinished answer for a complete
   *     one.
   */
  public record Hydrate(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("20") int messages,
      @DefaultValue("20") int thoughts,
      @DefaultValue("20") int toolCalls,
      @DefaultValue("0") int memories,
      @DefaultValue("0") int retrievables,
      @DefaultValue("true") boolean standingInstructions,
      @DefaultValue("1") int step,
      @DefaultValue("false") boolean partialAnswers) {

    public Hydrate {
      PropertyRules.atLeast("adk.turn.hydrate.step", step, 1);
      limits(messages, thoughts, toolCalls, memories, retrievables)
          .forEach((name, most) -> PropertyRules.atLeast(name, most, 0));
    }

    /** The limits by property name. */
    public Map<String, Integer> limits() {
      return limits(messages, thoughts, toolCalls, memories, retrievables);
    }

    private static Map<String, Integer> limits(
        int messages, int thoughts, int toolCalls, int memories, int retrievables) {
      Map<String, Integer> limits = new LinkedHashMap<>();
      limits.put("adk.turn.hydrate.messages", messages);
      limits.put("adk.turn.hydrate.thoughts", thoughts);
      limits.put("adk.turn.hydrate.tool-calls", toolCalls);
      limits.put("adk.turn.hydrate.memories", memories);
      limits.put("adk.turn.hydrate.retrievables", retrievables);
      return limits;
    }
  }
}
