package dev.adk4j.web.internal.mcp;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.client.Answer;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Results of calls in the form that clients and their models read. */
final class McpResults {

  private static final String META = "dev.adk4j/";

  private McpResults() {}

  /**
   * @param before text for the model before the answer; empty for none
   */
  static CallToolResult answered(Answer answer, McpTarget target, String before) {
    ToolCall call =
        target.direct() && !answer.toolCalls().isEmpty() ? answer.toolCalls().getLast() : null;
    List<Content> content = new ArrayList<>();
    if (!before.isEmpty()) {
      content.add(text(before));
    }
    if (call == null || !(call.results() instanceof ToolResults.MediaItems)) {
      content.add(text(answer.text()));
    }
    List<Media> media =
        call == null
            ? answer.message().attachments()
            : call.results() instanceof ToolResults.MediaItems items ? items.items() : List.of();
    media.forEach(each -> content.add(media(each)));
    return CallToolResult.builder()
        .content(content)
        .isError(call != null && call.isError())
        .meta(meta(answer, target))
        .build();
  }

  private static Content text(String text) {
    return TextContent.builder(text).build();
  }

  private static Content media(Media media) {
    try {
      return switch (media.kind()) {
        case IMAGE -> ImageContent.builder(media.toBase64(), media.mimeType()).build();
        case AUDIO -> AudioContent.builder(media.toBase64(), media.mimeType()).build();
        default -> text("[" + media.filename() + ", " + media.mimeType() + "]");
      };
    } catch (IOException e) {
      return text("[" + media.filename() + " cannot be read]");
    }
  }

  static CallToolResult waiting(Answer answer, McpTarget target) {
    return waiting(
        answer.gates().stream()
            .map(gate -> gate.id() + (gate.tool() == null ? "" : " (" + gate.tool() + ")"))
            .collect(Collectors.joining(", ")),
        meta(answer, target));
  }

  /** For a turn that blocks at its gate, or whose gates are unknown here. */
  static CallToolResult waiting(String gates, Map<String, Object> meta) {
    return CallToolResult.builder()
        .addTextContent(
            "Waits for approval "
                + gates
                + ". The call has not run. Do not start it in another way: after the decision, "
                + "call this tool again with exactly the same arguments to get the result.")
        .isError(false)
        .meta(meta)
        .build();
  }

  private static Map<String, Object> meta(Answer answer, McpTarget target) {
    boolean waits = answer.status() == Answer.Status.WAITING;
    GenerationStats stats = answer.usage();
    Map<String, Object> usage =
        fields(
            field("inputTokens", stats.promptTokens()),
            field("outputTokens", stats.completionTokens()),
            field("totalTokens", stats.totalTokens()));
    return fields(
        field(META + "turn", answer.turnId()),
        field(META + "conversation", target.conversation()),
        field(META + "gates", waits ? answer.gates().stream().map(WaitingGate::id).toList() : null),
        field(META + "usage", usage.isEmpty() ? null : usage));
  }

  /** Returns the code and its description, never the message of the exception. */
  static CallToolResult failed(AdkException e) {
    return CallToolResult.builder()
        .addTextContent(e.code() + ": " + e.errorCode().meaning())
        .isError(true)
        .meta(Map.of(META + "error", e.code()))
        .build();
  }
}
