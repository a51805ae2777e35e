package dev.adk4j.prompt;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.prompt.PromptRenderers.Block;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders tool calls as entries. */
record ToolEntries(
    PromptRequest request,
    PromptRenderers renderers,
    Bodies bodies,
    MediaEntries media,
    Handles handles) {

  /** Stash key of the names of missing tools, so that each is reported once in a dispatch. */
  private static final String WARNED = "adk_prompt_missing_tools";

  PromptEntry of(ToolCall call) throws IOException {
    Tool tool = request.context().tools().get(call.tool()).orElse(null);
    warnIfMissing(call, tool);
    return new PromptEntry.ToolExchange(
        call, call.args().text(), declaration(tool), replay(call), result(call, tool));
  }

  private List<PromptEntry.Part> result(ToolCall call, @Nullable Tool tool) throws IOException {
    return switch (call.results()) {
      case ToolResults.Text(Tokenizable text) ->
          text(call, tool, false, text.render(request.context()));
      case ToolResults.Artifacts(List<SpooledArtifact> items, boolean single) ->
          single && !call.inline()
              ? text(call, tool, true, handle(call, items.getFirst()))
              : text(call, tool, false, joined(call, items));
      case ToolResults.MediaItems(List<Media> items, boolean single) -> media(call, items);
    };
  }

  private String handle(ToolCall call, SpooledArtifact artifact) {
    return renderers.artifactHandle(Handles.of(call.id(), artifact), handles.queries(artifact));
  }

  private List<PromptEntry.Part> text(
      ToolCall call, @Nullable Tool tool, boolean handle, String body) {
    String nonce = bodies.nonce(call);
    boolean trusted = tool != null && tool.trusted() && !handle && !call.isError();
    String kind = trusted ? "trusted-tool-result" : "tool-result";
    if (handle || call.isError()) {
      kind = handle ? "artifact-handle" : "tool-error";
    }
    String safe = bodies.toolResult(body, nonce, call.id());
    Block block = new Block(trusted, nonce, kind, call.tool(), null, safe);
    return List.of(new PromptEntry.TextPart(renderers.toolResult(call, tool, block, renderers)));
  }

  private List<PromptEntry.Part> media(ToolCall call, List<Media> items) throws IOException {
    MediaEntries.Origin origin = MediaEntries.Origin.of(call, bodies.nonce(call));
    List<PromptEntry.Part> parts = new ArrayList<>();
    for (Media item : items) {
      parts.addAll(media.of(item, origin, bodies));
    }
    return parts;
  }

  /**
   * Joins a list of artifacts, which is always shown in full, since handles are for one artifact.
   */
  private String joined(ToolCall call, List<SpooledArtifact> items) throws IOException {
    if (!call.inline()) {
      warn("A list of artifacts is always shown in full, even if the call is not inline.", call);
    }
    List<String> texts = new ArrayList<>();
    for (SpooledArtifact item : items) {
      texts.add(item.asString());
    }
    return String.join("\n\n", texts);
  }

  private Tool.@Nullable Description declaration(@Nullable Tool tool) {
    return tool == null
        ? null
        : new Tool.Description(tool.name(), tool.description(), renderers.schema(tool));
  }

  private PromptEntry.@Nullable ReplayItem replay(ToolCall call) {
    return call.payload()
        .flatMap(
            payload ->
                call.replayCompatibility()
                    .filter(request.options().replayCompatibility()::contains)
                    .map(tag -> new PromptEntry.ReplayItem(call.id(), tag, payload)))
        .orElse(null);
  }

  /** Warns of a missing tool, except for tools that query artifacts, which are temporary. */
  private void warnIfMissing(ToolCall call, @Nullable Tool tool) {
    if (tool != null || call.fromArtifactTool()) {
      return;
    }
    List<String> warned = request.context().stash().get(WARNED, List.of());
    if (!warned.contains(call.tool())) {
      List<String> more = new ArrayList<>(warned);
      more.add(call.tool());
      request.context().stash().set(WARNED, more);
      warn("The tool of a call is no longer registered; its result is shown as untrusted.", call);
    }
  }

  private void warn(String message, ToolCall call) {
    request.log().log(
        LogLevel.WARN, "helper-warning", message, Map.of("callId", call.id(), "tool", call.tool()));
  }
}
