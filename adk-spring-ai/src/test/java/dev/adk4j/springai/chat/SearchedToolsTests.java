package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.dialect.AnswerMode;
import dev.adk4j.vector.retrieval.ToolSearch;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** What a model's requests declare where tools are searched, with and without streaming. */
class SearchedToolsTests {

  record Weather(String sky) {}

  private final ScriptedChatModel model = new ScriptedChatModel();

  private Agent agent(LlmExecutorOptions.Builder options) {
    return new Agent(
            ChatModelExecutor.builder(model).options(options.autoAck(true).build()).build())
        .with(IntStream.range(0, 50).mapToObj(SearchedToolsTests::other).toArray(Tool[]::new))
        .before(ToolSearch.above(40));
  }

  private static Tool other(int n) {
    return Agent.tool("other_" + n);
  }

  private List<List<String>> declared() {
    return model.prompts.stream().map(SearchedToolsTests::declared).toList();
  }

  private static List<String> declared(Prompt prompt) {
    return ((ToolCallingChatOptions) prompt.getOptions())
        .getToolCallbacks().stream()
            .map(callback -> callback.getToolDefinition().name())
            .filter(name -> !name.startsWith("artifact_"))
            .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void declareTheTwoAndThenWhatWasLoaded(boolean streams) throws Exception {
    model
        .then(calls(call("a", "search_tools", "{\"query\":\"weather of a city\"}")))
        .then(calls(call("b", "load_tools", "{\"names\":[\"weather\"]}")))
        .then(text("Let me look."), calls(call("c", "weather", "{\"city\":\"Rome\"}")))
        .then(text("Rain."));
    Agent agent = agent(LlmExecutorOptions.builder().stream(streams));

    agent.ask("How is Rome?");

    assertThat(declared())
        .containsExactly(
            List.of("search_tools", "load_tools"),
            List.of("search_tools", "load_tools"),
            List.of("weather", "search_tools", "load_tools"),
            List.of("weather", "search_tools", "load_tools"));
    assertThat(agent.toolCalls())
        .extracting(ToolCall::tool)
        .containsExactly("search_tools", "load_tools", "weather");
    assertThat(agent.answers()).endsWith("Rain.");
    assertThat(model.prompts.get(1).toString())
        .as("found tools are foreign text")
        .contains("untrusted_content")
        .contains("- weather: The weather of a city.");
  }

  @Test
  void haveTheToolOfATypedAnswerBesides() throws Exception {
    model
        .then(calls(call("a", "load_tools", "{\"names\":[\"weather\"]}")))
        .then(calls(call("b", "weather", "{\"city\":\"Rome\"}")))
        .then(calls(call("c", "give_answer", "{\"sky\":\"gray\"}")));
    Agent agent =
        agent(LlmExecutorOptions.builder().answerMode(AnswerMode.TOOL))
            .answering(AnswerType.of(Weather.class));

    agent.ask("How is Rome?");

    assertThat(declared().getLast())
        .containsExactlyInAnyOrder("weather", "search_tools", "load_tools", "give_answer");
    assertThat(agent.answers()).containsExactly("{\"sky\":\"gray\"}");
  }
}
