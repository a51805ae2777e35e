package dev.adk4j.prompt;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptRenderers.View;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the blocks of the system messages. */
record SystemBlocks(PromptRequest request, PromptRenderers renderers, Bodies bodies) {

  String prompt() {
    return renderers.systemPrompt(context().systemPrompt(), context());
  }

  String standingInstructions() {
    List<String> texts =
        context().standingInstructions().snapshot().stream()
            .map(instruction -> bodies.instruction(instruction.render(context())))
            .filter(text -> !text.isBlank())
            .toList();
    return renderers.standingInstructions(texts);
  }

  String memories() {
    return renderers.memories(
        context().turnMemories().snapshot().stream().map(this::view).toList());
  }

  String retrievables() throws IOException {
    List<View<Retrievable>> views = new ArrayList<>();
    for (Retrievable retrievable : context().turnRetrievables().snapshot()) {
      view(retrievable).ifPresent(views::add);
    }
    return renderers.retrievables(views, renderers);
  }

  private View<Memory> view(Memory memory) {
    String nonce = bodies.nonce(RecordKind.MEMORY, memory.id());
    String text = memory.content().render(context());
    return new View<>(memory, nonce, bodies.record(text, nonce, RecordKind.MEMORY, memory.id()));
  }

  /** Returns empty if the record is omitted because no tool opens it. */
  private Optional<View<Retrievable>> view(Retrievable retrievable) throws IOException {
    String nonce = bodies.nonce(RecordKind.RETRIEVABLE, retrievable.id());
    String text;
    switch (retrievable.content()) {
      case RetrievableContent.TextContent(Tokenizable content) -> text = content.render(context());
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) -> {
        text =
            retrievable.inline()
                ? artifact.asString()
                : renderers.retrievableHandle(Handles.of(retrievable.id(), artifact));
        if (!retrievable.inline() && text.isBlank()) {
          warn(retrievable);
          return Optional.empty();
        }
      }
    }
    return Optional.of(
        new View<>(
            retrievable,
            nonce,
            bodies.record(text, nonce, RecordKind.RETRIEVABLE, retrievable.id())));
  }

  private void warn(Retrievable retrievable) {
    request.log().log(
        LogLevel.WARN,
        "helper-warning",
        "A retrievable with an artifact that is not inline is omitted from "
            + "the prompt: no tool opens it. Make it inline, or add such a tool "
            + "and a renderer of retrievable handles.",
        Map.of("retrievableId", retrievable.id()));
  }

  private AgentContext context() {
    return request.context();
  }
}
