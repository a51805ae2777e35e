package dev.adk4j.prompt.context;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.prompt.context.ContextTurns.Turn;
import dev.adk4j.token.RenderContext;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Formats records for measuring and summarizing. */
final class ContextTexts {

  private ContextTexts() {}

  static String of(Message message, @Nullable RenderContext context) {
    return message.content().map(content -> content.render(context)).orElse("");
  }

  static String of(Turn turn, @Nullable RenderContext context) {
    return Stream.concat(
            turn.messages().stream().map(message -> of(message, context)),
            turn.toolCalls().stream().map(call -> call.tool() + "\n" + of(call, context)))
        .collect(Collectors.joining("\n"));
  }

  static Transcript transcript(List<Turn> turns, @Nullable RenderContext context) {
    Transcript transcript = new Transcript();
    for (Turn turn : turns) {
      turn.messages().forEach(m -> transcript.add(m.role().wire(), of(m, context)));
      turn.toolCalls().forEach(call -> transcript.add("tool " + call.tool(), of(call, context)));
    }
    return transcript;
  }

  static String of(Retrievable retrievable, @Nullable RenderContext context) {
    return switch (retrievable.content()) {
      case RetrievableContent.TextContent(Tokenizable text) -> text.render(context);
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) ->
          retrievable.inline() ? body(artifact) : handle(retrievable.id(), artifact);
    };
  }

  /** Returns arguments and result, insofar as they are text. */
  static String of(ToolCall call, @Nullable RenderContext context) {
    String result =
        switch (call.results()) {
          case ToolResults.Text(Tokenizable text) -> text.render(context);
          case ToolResults.Artifacts(List<SpooledArtifact> items, boolean single) ->
              single && !call.inline() ? handle(call.id(), items.getFirst()) : bodies(items);
          case ToolResults.MediaItems(List<Media> items, boolean single) -> "";
        };
    return call.args().text() + "\n" + result;
  }

  static String of(Tool tool) {
    return tool.name() + ": " + tool.description();
  }

  /** Returns a token for three bytes; 0 if the size is unknown. */
  static long tokens(Media media) {
    try {
      OptionalLong bytes = media.byteLength();
      return bytes.isPresent() ? (bytes.getAsLong() + 2) / 3 : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long mediaTokens(ToolCall call) {
    return call.results() instanceof ToolResults.MediaItems(List<Media> items, boolean single)
        ? items.stream().mapToLong(ContextTexts::tokens).sum()
        : 0;
  }

  private static String handle(String id, SpooledArtifact artifact) {
    return artifact.hasSizeHints() ? artifact.handleText(id) : body(artifact);
  }

  private static String bodies(List<SpooledArtifact> items) {
    return String.join("\n\n", items.stream().map(ContextTexts::body).toList());
  }

  private static String body(SpooledArtifact artifact) {
    try {
      return artifact.asString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
