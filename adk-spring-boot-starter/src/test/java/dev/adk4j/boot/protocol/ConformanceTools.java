package dev.adk4j.boot.protocol;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.value.Json;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.ai.mcp.annotation.McpArg;
import org.springframework.ai.mcp.annotation.McpComplete;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the conformance suite of MCP looks for by name. */
class ConformanceTools {

  record Person(String username, String email) {}

  @McpTool(name = "test_simple_text", description = "For the conformance suite.")
  String text() {
    return "This is a simple text response for testing.";
  }

  @McpTool(name = "test_error_handling", description = "For the conformance suite.")
  String error() {
    throw new IllegalStateException("This tool intentionally returns an error for testing");
  }

  @McpTool(name = "test_tool_with_progress", description = "For the conformance suite.")
  String progress(McpSyncRequestContext ctx) {
    for (int done : new int[] {0, 50, 100}) {
      ctx.progress(p -> p.progress(done).total(100));
    }
    return "done";
  }

  @McpTool(name = "test_elicitation", description = "For the conformance suite.")
  String elicit(
      McpSyncRequestContext ctx, @McpToolParam(description = "What to ask") String message) {
    return "User response: " + ctx.elicit(e -> e.message(message), Person.class);
  }

  private static CallToolResult result(Content... contents) {
    return CallToolResult.builder(List.of(contents)).build();
  }

  @McpTool(name = "test_embedded_resource", description = "For the conformance suite.")
  CallToolResult embedded() {
    return result(embedded("test://embedded-resource", "text/plain", "An embedded resource."));
  }

  private static EmbeddedResource embedded(String uri, String type, String text) {
    return new EmbeddedResource(null, new TextResourceContents(uri, type, text));
  }

  @McpTool(name = "test_multiple_content_types", description = "For the conformance suite.")
  CallToolResult mixed() {
    return result(
        new TextContent("Multiple content types test:"),
        new ImageContent(null, "AQID", "image/png"),
        embedded("test://mixed-content-resource", "application/json", "{\"test\":\"data\"}"));
  }

  @McpTool(name = "test_tool_with_logging", description = "For the conformance suite.")
  String logging(McpSyncRequestContext ctx) {
    ctx.info("Tool execution started");
    ctx.info("Tool processing data");
    ctx.info("Tool execution completed");
    return "done";
  }

  @McpTool(name = "test_sampling", description = "For the conformance suite.")
  String sampling(McpSyncRequestContext ctx, @McpToolParam(description = "For it") String prompt) {
    return "LLM response: " + ctx.sample(prompt).content();
  }

  @McpTool(name = "test_elicitation_sep1034_defaults", description = "For the conformance suite.")
  String defaults(McpSyncRequestContext ctx) {
    return asked(
        ctx,
        """
        {"type": "object", "properties": {
          "name": {"type": "string", "default": "John Doe"},
          "age": {"type": "integer", "default": 30},
          "score": {"type": "number", "default": 95.5},
          "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
          "verified": {"type": "boolean", "default": true}}}
        """);
  }

  @McpTool(name = "test_elicitation_sep1330_enums", description = "For the conformance suite.")
  String enums(McpSyncRequestContext ctx) {
    return asked(
        ctx,
        """
        {"type": "object", "properties": {
          "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
          "titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First"},
            {"const": "value2", "title": "Second"}]},
          "legacyEnum": {"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["One", "Two"]},
          "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2"]}},
          "titledMulti": {"type": "array", "items": {"anyOf": [{"const": "value1", "title": "First"},
            {"const": "value2", "title": "Second"}]}}}}
        """);
  }

  @SuppressWarnings("unchecked")
  private static String asked(McpSyncRequestContext ctx, String schema) {
    Map<String, Object> fields = Json.mapper().readValue(schema, Map.class);
    ElicitResult result = ctx.elicit(ElicitFormRequest.builder("Please answer", fields).build());
    return "Elicitation completed: action=" + result.action() + ", content=" + result.content();
  }

  @McpResource(uri = "test://static-text", name = "static-text", mimeType = "text/plain")
  String text(ReadResourceRequest request) {
    return "This is the content of the static text resource.";
  }

  @McpResource(uri = "test://static-binary", name = "static-binary", mimeType = "image/png")
  ReadResourceResult binary() {
    return new ReadResourceResult(
        List.of(new BlobResourceContents("test://static-binary", "image/png", "AQID")));
  }

  @McpResource(uri = "test://template/{id}/data", name = "template", mimeType = "application/json")
  String data(String id) {
    return "{\"id\":\"" + id + "\",\"templateTest\":true}";
  }

  private static GetPromptResult prompt(Content... contents) {
    return new GetPromptResult(
        "For the conformance suite.",
        Stream.of(contents).map(content -> new PromptMessage(Role.USER, content)).toList());
  }

  @McpPrompt(name = "test_simple_prompt", description = "For the conformance suite.")
  GetPromptResult simplePrompt() {
    return prompt(new TextContent("This is a simple prompt for testing."));
  }

  @McpPrompt(name = "test_prompt_with_arguments", description = "For the conformance suite.")
  GetPromptResult promptWithArguments(
      @McpArg(name = "arg1", required = true) String arg1,
      @McpArg(name = "arg2", required = true) String arg2) {
    return prompt(
        new TextContent("Prompt with arguments: arg1='" + arg1 + "', arg2='" + arg2 + "'"));
  }

  @McpPrompt(
      name = "test_prompt_with_embedded_resource",
      description = "For the conformance suite.")
  GetPromptResult promptWithResource(@McpArg(name = "resourceUri", required = true) String uri) {
    return prompt(
        embedded(uri, "text/plain", "Embedded resource content for testing."),
        new TextContent("Please process the embedded resource above."));
  }

  @McpPrompt(name = "test_prompt_with_image", description = "For the conformance suite.")
  GetPromptResult promptWithImage() {
    return prompt(
        new ImageContent(null, "AQID", "image/png"),
        new TextContent("Please analyze the image above."));
  }

  @McpComplete(prompt = "test_prompt_with_arguments")
  List<String> complete(String prefix) {
    return Stream.of("paris", "park", "test").filter(word -> word.startsWith(prefix)).toList();
  }

  /** Those that are tools of the application. */
  @Configuration(proxyBeanMethods = false)
  static class Media {

    @Bean
    Tool image() {
      return media("test_image_content", MediaKind.IMAGE, "image/png");
    }

    @Bean
    Tool audio() {
      return media("test_audio_content", MediaKind.AUDIO, "audio/wav");
    }

    private static Tool media(String name, MediaKind kind, String type) {
      return Tool.builder(name)
          .description("For the conformance suite.")
          .inputSchema("{\"type\": \"object\"}")
          .handler(
              (args, ctx, meta) ->
                  ToolOutput.media(
                      dev.adk4j.primitive.Media.toolGenerated(
                          kind, type, "file", MediaReader.of(new byte[] {1, 2, 3}))))
          .build();
    }
  }
}
