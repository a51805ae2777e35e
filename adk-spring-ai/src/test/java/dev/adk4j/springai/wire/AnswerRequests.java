package dev.adk4j.springai.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.JsonValue;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** How each provider is asked for an answer of a type, and how it answers. */
final class AnswerRequests {

  private AnswerRequests() {}

  /** Gemini is asked by a tool where there are tools, and Anthropic for what contains itself. */
  static void answer(
      RecordedServer server,
      String provider,
      AnswerSample sample,
      String json,
      boolean streamed,
      boolean tools) {
    ProviderAnswers answers = ProviderAnswers.of(provider);
    if (isAskedByTool(provider, sample, tools)) {
      answers.call(server, streamed, "give_answer", json);
    } else {
      answers.say(server, streamed, json, answers.stop);
    }
  }

  static boolean isAskedByTool(String provider, AnswerSample sample, boolean tools) {
    boolean recursive = sample.type().isRecursive();
    return provider.equals("gemini") && tools && !recursive
        || provider.equals("anthropic") && recursive;
  }

  /** Fails for a request that the provider would refuse or that asks for another answer. */
  static void assertTakenBy(String provider, AnswerSample sample, boolean tools, JsonNode request) {
    assertThat(StrictRequest.broken(provider, request)).isEmpty();
    if (provider.equals("gemini") && sample.type().isRecursive()) {
      assertThat(request.at("/systemInstruction/parts/0/text").stringValue())
          .contains(sample.type().schema().text());
      assertThat(request.at("/generationConfig/responseJsonSchema").isMissingNode()).isTrue();
      return;
    }
    boolean byTool = isAskedByTool(provider, sample, tools);
    JsonNode schema = byTool ? toolSchema(provider, request) : format(provider, request);
    if (provider.equals("gemini")) {
      assertThat(GeminiSchema.strict(schema)).isEqualTo(GeminiSchema.of(sample.type()));
    } else {
      if (byTool) {
        assertThat(schema.toString()).contains("\"$ref\":\"#").doesNotContain("$defs");
        assertThat(ToolSchema.verbatim(JsonValue.of(schema)).json().node()).isEqualTo(schema);
      } else {
        assertThat(schema).isEqualTo(sample.type().schema().node());
      }
    }
    assertThat(schema.path("type").asString().toLowerCase()).isEqualTo("object");
    assertThat(schema.has("anyOf")).isFalse();
    JsonNode other = byTool ? format(provider, request) : toolSchema(provider, request);
    assertThat(other.isMissingNode()).isTrue();
  }

  private static JsonNode format(String provider, JsonNode request) {
    return switch (provider) {
      case "openai" -> {
        JsonNode format = request.path("response_format");
        assertThat(format.path("type").asString("json_schema")).isEqualTo("json_schema");
        assertThat(format.isMissingNode() || format.at("/json_schema/strict").booleanValue(false))
            .isTrue();
        yield format.at("/json_schema/schema");
      }
      case "anthropic" -> request.at("/output_config/format/schema");
      case "gemini" -> request.at("/generationConfig/responseJsonSchema");
      default -> throw new IllegalArgumentException(provider);
    };
  }

  private static JsonNode toolSchema(String provider, JsonNode request) {
    Stream<JsonNode> tools =
        switch (provider) {
          case "openai" -> request.path("tools").valueStream().map(tool -> tool.get("function"));
          case "gemini" -> request.at("/tools/0/functionDeclarations").valueStream();
          default -> request.path("tools").valueStream();
        };
    return tools
        .filter(tool -> tool.path("name").asString().equals("give_answer"))
        .findFirst()
        .map(tool -> tool.path(provider.equals("anthropic") ? "input_schema" : "parameters"))
        .orElse(MissingNode.getInstance());
  }
}
