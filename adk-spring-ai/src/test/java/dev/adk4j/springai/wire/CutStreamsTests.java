package dev.adk4j.springai.wire;

import static dev.adk4j.springai.wire.BedrockServer.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.dialect.ProviderDialects;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Streams that end too early and look whole to HTTP: the connection closes, and nothing tells of a
 * cut but what the provider did not say. An answer is stored as a whole or not at all.
 */
@Tag("slow")
class CutStreamsTests {

  private static final String TEXT = "It rains in Oslo.";

  /** Places at which a stream is cut, besides the end of each chunk. */
  private static final int PLACES = 200;

  enum Provider {
    /** Short enough to be cut at every byte. */
    OPENAI_BY_BYTE(
        chunk("\"delta\":{\"content\":\"It rains in Oslo.\"}")
            + chunk("\"delta\":{},\"finish_reason\":\"stop\"")
            + "data: [DONE]\n\n",
        chunk(
                "\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"weather\","
                    + "\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\"}}]}")
            + chunk("\"delta\":{},\"finish_reason\":\"tool_calls\"")
            + "data: [DONE]\n\n"),
    OPENAI("openai-done.sse", "openai-counted.sse"),
    ANTHROPIC("anthropic-done.sse", "anthropic-counted.sse"),
    GEMINI("gemini-done.sse", "gemini-counted.sse"),
    OLLAMA("ollama-done.ndjson", "ollama-counted.ndjson"),
    BEDROCK(
        bytes(
            event("messageStart", Map.of("role", "assistant")),
            event("contentBlockDelta", delta(Map.of("text", "It rains "))),
            event("contentBlockDelta", delta(Map.of("text", "in Oslo."))),
            event("contentBlockStop", Map.of("contentBlockIndex", 0)),
            event("messageStop", Map.of("stopReason", "end_turn"))),
        bytes(
            event("messageStart", Map.of("role", "assistant")),
            event(
                "contentBlockStart",
                Map.of(
                    "contentBlockIndex",
                    0,
                    "start",
                    Map.of("toolUse", Map.of("toolUseId", "t_1", "name", "weather")))),
            event(
                "contentBlockDelta",
                delta(Map.of("toolUse", Map.of("input", "{\"city\":\"Oslo\"}")))),
            event("contentBlockStop", Map.of("contentBlockIndex", 0)),
            event("messageStop", Map.of("stopReason", "tool_use"))));

    final byte[] text;
    final byte[] call;

    Provider(String text, String call) {
      this(read(text), read(call));
    }

    Provider(byte[] text, byte[] call) {
      this.text = text;
      this.call = call;
    }

    private static String chunk(String choice) {
      return "data: {\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0," + choice + "}]}\n\n";
    }

    /** A stream, or the name of a recorded one. */
    private static byte[] read(String stream) {
      try {
        return (stream.startsWith("data:")
                ? stream
                : Files.readString(Path.of("src/test/resources/llm/recorded", stream)))
            .replace("%CITY%", "Oslo")
            .getBytes(StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static Map<String, ?> delta(Map<String, ?> delta) {
      return Map.of("contentBlockIndex", 0, "delta", delta);
    }
  }

  @ParameterizedTest
  @EnumSource
  void storesNoPartOfATextThatWasCut(Provider provider) throws Exception {
    int whole = 0;
    TreeSet<Integer> places = places(provider.text);
    try (Wire wire = new Wire(provider)) {
      for (int end : places) {
        Agent agent = wire.ask(provider.text, end);
        if (agent.errors().isEmpty()) {
          assertThat(agent.answers()).as("cut at %d", end).containsExactly(TEXT);
          whole++;
        } else {
          assertFailed(agent, end);
        }
      }
    }
    assertThat(whole).as("cuts after the finish reason").isBetween(1, places.size() / 2);
  }

  @ParameterizedTest
  @EnumSource
  void runsNoCallOfAnAnswerThatWasCut(Provider provider) throws Exception {
    int whole = 0;
    TreeSet<Integer> places = places(provider.call);
    try (Wire wire = new Wire(provider)) {
      for (int end : places) {
        Agent agent = wire.ask(provider.call, end);
        if (agent.toolCalls().isEmpty()) {
          assertFailed(agent, end);
        } else {
          assertThat(agent.toolCalls()).as("cut at %d", end).hasSize(1);
          whole++;
        }
      }
    }
    assertThat(whole).as("cuts after the finish reason").isBetween(1, places.size() / 2);
  }

  private static void assertFailed(Agent agent, int end) throws Exception {
    assertThat(agent.errors())
        .as("cut at %d", end)
        .singleElement()
        .satisfies(
            error -> assertThat(error.errorCode()).isEqualTo(LlmErrorCode.E_LLM_STREAM_ERROR));
    assertThat(agent.answers()).as("cut at %d", end).isEmpty();
    assertThat(agent.thoughts()).as("cut at %d", end).isEmpty();
    assertThat(agent.toolCalls()).as("cut at %d", end).isEmpty();
  }

  /** The end of each chunk, and places all over the stream. */
  private static TreeSet<Integer> places(byte[] stream) {
    TreeSet<Integer> places = new TreeSet<>(List.of(stream.length));
    for (int i = 1; i < stream.length; i++) {
      if (stream[i] == '\n' || stream.length < 2 * PLACES) {
        places.add(i);
        places.add(i + 1);
      }
    }
    for (int i = 0; i < PLACES; i++) {
      places.add((int) ((long) i * stream.length / PLACES));
    }
    return places;
  }

  /** A provider's client and the server that it speaks with. */
  private static final class Wire implements AutoCloseable {

    private final Provider provider;
    private final RecordedServer server = RecordedServer.start();
    private final BedrockServer bedrock = new BedrockServer();
    private final ChatModelExecutor executor;

    Wire(Provider provider) {
      this.provider = provider;
      boolean amazon = provider == Provider.BEDROCK;
      ChatModelExecutor.Builder builder =
          ChatModelExecutor.builder(
              amazon
                  ? new ConverseModel(bedrock.uri())
                  : RecordedModels.of(
                      provider.name().toLowerCase(Locale.ROOT).replace("_by_byte", ""),
                      server.url()));
      if (amazon) {
        builder.dialect(ProviderDialects.builtIn().named("bedrock"));
      }
      this.executor = builder.options(LlmExecutorOptions.builder().autoAck(true).build()).build();
    }

    /** Asks for an answer of which only the beginning comes; the next one is whole. */
    Agent ask(byte[] stream, int end) {
      byte[] beginning = Arrays.copyOf(stream, end);
      if (provider == Provider.BEDROCK) {
        bedrock.cut(beginning).stream(provider.text);
      } else {
        String type = stream[0] == '{' ? "application/x-ndjson" : "text/event-stream";
        server.clear().unframed(type, beginning).unframed(type, provider.text);
      }
      Agent agent = new Agent(executor);
      agent.ask("weather in Oslo");
      return agent;
    }

    @Override
    public void close() throws IOException {
      server.close();
      bedrock.close();
    }
  }

  private static byte[] bytes(byte[]... frames) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] frame : frames) {
      all.writeBytes(frame);
    }
    return all.toByteArray();
  }
}
