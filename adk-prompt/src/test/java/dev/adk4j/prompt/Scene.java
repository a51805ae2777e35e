package dev.adk4j.prompt;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.event.LogLevel;
import dev.adk4j.harness.Engine;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptRequest.NativeMedia;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.DispatchRunner;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The records of a prompt under test, and the prompt that is made of them. */
final class Scene {

  static final byte[] SECRET = "a secret of the tests alone".getBytes(StandardCharsets.UTF_8);
  private static final ToolSchema NO_ARGUMENTS = ToolSchema.empty();
  static final NonceSource NONCES = NonceSource.keyed(SECRET);
  static final Instant T0 = Instant.parse("2026-01-02T03:04:05.000Z");

  String systemPrompt = "Be brief.";
  final List<Tokenizable> instructions = new ArrayList<>();
  final List<Message> messages = new ArrayList<>();
  final List<Memory> memories = new ArrayList<>();
  final List<Retrievable> retrievables = new ArrayList<>();
  final List<Thought> thoughts = new ArrayList<>();
  final List<ToolCall> calls = new ArrayList<>();
  final List<Tool> tools = new ArrayList<>();
  final List<String> log = new ArrayList<>();
  PromptOptions options = PromptOptions.DEFAULT;
  NativeMedia media = NativeMedia.standard();
  NonceSource nonces = NONCES;
  PromptRenderers renderers = PromptRenderers.standard();

  DispatchContext context() {
    return DispatchRunner.contextOf(
        Engine.standalone()
            .systemPrompt(systemPrompt)
            .standingInstructions(instructions)
            .messages(messages)
            .memories(memories)
            .retrievables(retrievables)
            .thoughts(thoughts)
            .toolCalls(calls)
            .tools(tools)
            .build());
  }

  PromptRendering render() {
    return render(context());
  }

  PromptRendering render(DispatchContext context) {
    try {
      return new PromptAssembler(nonces, renderers)
          .render(
              PromptRequest.of(context)
                  .withOptions(options)
                  .withMedia(media)
                  .withLog(
                      (level, kind, message, payload) -> {
                        if (level.compareTo(LogLevel.WARN) >= 0) {
                          log.add(kind);
                        }
                      }));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  AssembledPrompt prompt() {
    return render().assemble();
  }

  /** The text of the timeline's only entry. */
  String only() {
    List<PromptEntry> history = prompt().history();
    if (history.size() != 1) {
      throw new AssertionError("one entry was expected: " + history);
    }
    return history.getFirst().text();
  }

  Scene options(Consumer<PromptOptions.Builder> changes) {
    PromptOptions.Builder builder = options.toBuilder();
    changes.accept(builder);
    options = builder.build();
    return this;
  }

  static String nonce(RecordKind kind, String id) {
    return NONCES.nonceFor(kind, id);
  }

  static String nonce(ToolCall call) {
    return NONCES.nonceForCall(call.id(), call.checksum());
  }

  static Instant at(int seconds) {
    return T0.plusSeconds(seconds);
  }

  static Message.Builder user(String id, int second) {
    return Message.builder()
        .id(id)
        .role(dev.adk4j.primitive.MessageRole.USER)
        .content("text of " + id)
        .createdAt(at(second))
        .updatedAt(at(second));
  }

  static Message.Builder assistant(String id, int second) {
    return user(id, second).role(dev.adk4j.primitive.MessageRole.ASSISTANT);
  }

  static Memory.Builder memory(String id) {
    return Memory.builder()
        .id(id)
        .content("memory " + id)
        .confidence(0.9)
        .importance(0.4)
        .createdAt(T0)
        .updatedAt(T0);
  }

  static Retrievable.Builder retrievable(String id, TrustTier tier) {
    return Retrievable.builder()
        .id(id)
        .content("about " + id)
        .trustTier(tier)
        .createdAt(T0)
        .updatedAt(T0);
  }

  static Thought.Builder thought(String id, int second) {
    return Thought.builder()
        .id(id)
        .content("thinking " + id)
        .createdAt(at(second))
        .updatedAt(at(second));
  }

  static ToolCall.Builder call(String id, String tool, int second) {
    JsonValue args = JsonValue.of(Map.of("q", "weather", "n", second));
    return ToolCall.builder()
        .id(id)
        .tool(tool)
        .args(args)
        .checksum(Checksum.of(tool, args))
        .isComplete(true)
        .isError(false)
        .results(ToolResults.text("result of " + id))
        .inline(true)
        .createdAt(at(second))
        .updatedAt(at(second))
        .completedAt(at(second));
  }

  static Tool tool(String name, boolean trusted) {
    return Tool.builder(name)
        .description("The tool " + name)
        .inputSchema(NO_ARGUMENTS)
        .trusted(trusted)
        .handler((args, ctx, meta) -> ToolOutput.text("never called"))
        .build();
  }

  static SpooledArtifact artifact(String text) {
    return new SpooledArtifact(SpoolReader.of(text));
  }

  static Media.Builder media(MediaKind kind, String mime, String filename) {
    return Media.builder()
        .id("media-1")
        .kind(kind)
        .mimeType(mime)
        .filename(filename)
        .reader(MediaReader.of(new byte[1536]))
        .trustTier(TrustTier.THIRD_PARTY_PRIVATE)
        .modalityHazard(dev.adk4j.primitive.ModalityHazard.OPAQUE_PERCEPTUAL);
  }
}
