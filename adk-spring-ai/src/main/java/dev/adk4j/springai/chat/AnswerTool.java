package dev.adk4j.springai.chat;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.schema.ToolSchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tool by which a model returns its answer. It only runs if the model calls other tools at the same
 * time, and then rejects the answer, which cannot be based on their results.
 */
final class AnswerTool {

  static final String NAME = "give_answer";

  static final String INSTRUCTION =
      "Give your final answer by calling the tool '"
          + NAME
          + "', once, alone, and after all other tools; your text is not read.";

  private static final String MARK = "adk-answer";

  private AnswerTool() {}

  static boolean is(Tool tool) {
    return tool.name().equals(NAME) && tool.meta().has(MARK);
  }

  /**
   * Offers or removes the tool.
   *
   * @param type null to remove it
   * @throws dev.adk4j.error.AdkException {@code E_TOOL_ALREADY_REGISTERED} if another tool has its
   *     name
   */
  static void set(ToolRegistry tools, @Nullable AnswerType<?> type) {
    if (tools.get(NAME).filter(AnswerTool::is).isPresent()) {
      tools.unregister(NAME);
    }
    if (type != null) {
      tools.register(of(type));
    }
  }

  private static Tool of(AnswerType<?> type) {
    return Tool.artifactTool(NAME)
        .description("Accepts your final answer. Call it last, and once.")
        .inputSchema(ToolSchema.verbatim(type.schema()))
        .handler(
            (args, ctx, meta) ->
                ToolOutput.text(
                    "Not accepted: other tools were called at the same time. Call '"
                        + NAME
                        + "' again, alone, now that you have their results."))
        .meta(Map.of(MARK, true))
        .ephemeral(true)
        .trusted(true)
        .build();
  }
}
