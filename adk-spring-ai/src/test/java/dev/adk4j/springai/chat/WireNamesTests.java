package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.springai.dialect.GenericDialect;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** Names of tools that providers refuse. */
class WireNamesTests {

  static final List<String> REFUSED =
      List.of(
          "a".repeat(65),
          "crm_" + "very_long_name_of_a_server_".repeat(10) + "search",
          "files.read",
          "files/read",
          "files:read",
          "read file",
          "lesen_größe",
          "查询订单",
          "🙂",
          "1.st",
          "a\nb",
          "@scope/tool",
          "ns::tool",
          "...",
          "tool?",
          "\u200btool",
          "1".repeat(70),
          "ｗｉｄｅ",
          "a".repeat(64) + "é");

  static final List<String> TAKEN = List.of("a", "1st", "get-sum", "get_sum", "A".repeat(64));

  @ParameterizedTest
  @FieldSource("REFUSED")
  void aCallUnderTheNameOnTheWireIsACallOfTheTool(String name) throws Exception {
    String wire = names(new GenericDialect(), name).wire(name);
    ScriptedChatModel model =
        new ScriptedChatModel().then(calls(call("c1", wire, "{}"))).then(text("done"));
    List<String> seen = new ArrayList<>();
    Tool tool =
        Tool.builder(name)
            .description("Odd.")
            .inputSchema("{\"type\":\"object\"}")
            .guard(
                (called, args, checksum, ctx, next) -> {
                  seen.add(called.name());
                  return next.proceed(args);
                })
            .handler((args, ctx, meta) -> ToolOutput.text("called"))
            .build();
    Agent agent =
        new Agent(
                ChatModelExecutor.builder(model)
                    .options(LlmExecutorOptions.builder().autoAck(true).build())
                    .build())
            .with(tool);

    assertThat(agent.ask("go")).hasNoErrors();

    assertThat(agent.toolCalls()).extracting(ToolCall::tool).containsExactly(name);
    assertThat(seen).containsExactly(name);
    assertThat(wire).matches("[a-zA-Z_][a-zA-Z0-9_-]{0,63}");
    assertThat(((ToolCallingChatOptions) model.prompts.getFirst().getOptions()).getToolCallbacks())
        .extracting(callback -> callback.getToolDefinition().name())
        .containsExactly("weather", wire);
    assertThat(model.prompts.getLast().getInstructions())
        .flatExtracting(
            message ->
                switch (message) {
                  case AssistantMessage said ->
                      said.getToolCalls().stream().map(AssistantMessage.ToolCall::name).toList();
                  case ToolResponseMessage result ->
                      result.getResponses().stream()
                          .map(ToolResponseMessage.ToolResponse::name)
                          .toList();
                  default -> List.of();
                })
        .containsExactly(wire, wire);
  }

  @Test
  void namesThatTheProviderTakesStay() {
    WireNames names = names(new GenericDialect(), TAKEN.toArray(String[]::new));
    assertThat(TAKEN).allMatch(name -> names.wire(name).equals(name));
  }

  @Test
  void namesAreUniqueAndStable() {
    List<String> all = Stream.concat(REFUSED.stream(), TAKEN.stream()).toList();
    WireNames names = names(new GenericDialect(), all.toArray(String[]::new));
    assertThat(all.stream().map(names::wire)).doesNotHaveDuplicates();
    for (String name : all) {
      assertThat(names(new GenericDialect(), name).wire(name)).isEqualTo(names.wire(name));
    }
    assertThat(names(new GenericDialect(), "a.b", "a:b", "a/b", "a b"))
        .extracting(of -> Set.of(of.wire("a.b"), of.wire("a:b"), of.wire("a/b"), of.wire("a b")))
        .satisfies(set -> assertThat((Set<?>) set).hasSize(4));
  }

  @Test
  void aToolThatTakesTheNameOnTheWireKeepsIt() {
    String wire = names(new GenericDialect(), "a.b").wire("a.b");
    WireNames names = names(new GenericDialect(), wire, "a.b");
    assertThat(names.wire(wire)).isEqualTo(wire);
    assertThat(names.wire("a.b")).isNotEqualTo(wire).startsWith("a_b_");
  }

  @Test
  void forcedToolsHaveTheirNamesOnTheWire() {
    WireNames names = names(new GenericDialect(), "a.b", "c");
    assertThat(names.wire(ToolChoice.function("a.b")))
        .isEqualTo(ToolChoice.function(names.wire("a.b")));
    assertThat(names.wire(ToolChoice.allowedTools(List.of("c", "a.b"))))
        .isEqualTo(ToolChoice.allowedTools(List.of("c", names.wire("a.b"))));
    assertThat(names.wire(ToolChoice.required())).isEqualTo(ToolChoice.required());
  }

  private static WireNames names(ProviderDialect dialect, String... names) {
    List<Tool.Description> tools =
        Arrays.stream(names)
            .map(name -> new Tool.Description(name, name, JsonValue.parse("{\"type\":\"object\"}")))
            .toList();
    return new WireNames(new AssembledPrompt(List.of(), tools, List.of()), tools, dialect);
  }
}
