package dev.adk4j.springai.chat;

import dev.adk4j.loop.Tool;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Declares a tool to a model. The dispatch runs tools, never Spring AI. */
final class DeclaredToolCallback implements ToolCallback {

  private final ToolDefinition definition;

  DeclaredToolCallback(Tool.Description tool) {
    String description = tool.description().isBlank() ? tool.name() : tool.description();
    this.definition =
        new DefaultToolDefinition(tool.name(), description, tool.inputSchema().text());
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return definition;
  }

  @Override
  public String call(String toolInput) {
    throw new UnsupportedOperationException(
        "The tool '"
            + definition.name()
            + "' is only declared here; the dispatch runs it. Use the ChatModel without advisors.");
  }

  @Override
  public String call(String toolInput, @Nullable ToolContext toolContext) {
    return call(toolInput);
  }
}
