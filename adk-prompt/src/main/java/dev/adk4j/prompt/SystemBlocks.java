package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.prompt.PromptViews.MemoryView;
import dev.adk4j.prompt.PromptViews.RetrievableView;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The blocks of the system messages. */
record SystemBlocks(PromptRequest request, PromptRenderers renderers, Bodies bodies) {

  String prompt() {
    return renderers.systemPrompt().render(context().systemPrompt(), context());
  }

  String standingInstructions() {
    List<String> texts =
        context().standingInstructions().snapshot().stream()
            .map(instruction -> bodies.instruction(instruction.render(context())))
            .filter(text -> !text.isBlank())
            .toList();
    return renderers.standingInstructions().render(texts);
  }

  String memories() {
    return renderers
        .memories()
        .render(context().turnMemories().snapshot().stream().map(this::view).toList());
  }

  String retrievables(ArtifactTypes types) throws IOException {
    List<RetrievableView> views = new ArrayList<>();
    for (Retrievable retrievable : context().turnRetrievables().snapshot()) {
      view(retrievable, new Handles(context(), types)).ifPresent(views::add);
    }
    return renderers
        .retrievables()
        .render(
            views,
            new PromptRenderers.RetrievableParts(
                renderers.safetyDirective(),
                renderers.firstParty(),
                renderers.thirdPartyPublic(),
                renderers.thirdPartyPrivate(),
                renderers.untrusted()));
  }

  private MemoryView view(Memory memory) {
    String nonce = bodies.nonce(memory);
    String text = memory.content().render(context());
    return new MemoryView(
        memory, nonce, bodies.record(text, nonce, RecordKind.MEMORY, memory.id()));
  }

  /** Empty where the record is left out, since nobody could open it. */
  private Optional<RetrievableView> view(Retrievable retrievable, Handles handles)
      throws IOException {
    String nonce = bodies.nonce(retrievable);
    String text;
    switch (retrievable.content()) {
      case RetrievableContent.TextContent(Tokenizable content) -> text = content.render(context());
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) -> {
        text =
            retrievable.inline()
                ? artifact.asString()
                : renderers
                    .retrievableHandle()
                    .render(handles.ofRetrievable(retrievable.id(), artifact));
        if (!retrievable.inline() && text.isBlank()) {
          warn(retrievable);
          return Optional.empty();
        }
      }
    }
    return Optional.of(
        new RetrievableView(
            retrievable,
            nonce,
            bodies.record(text, nonce, RecordKind.RETRIEVABLE, retrievable.id())));
  }

  private void warn(Retrievable retrievable) {
    request.log().log(
        LogLevel.WARN,
        "helper-warning",
        "A retrievable with an artifact that is not inline is left out of the prompt: no tool opens"
            + " it. Make it inline, or add such a tool and a renderer of retrievable handles.",
        Map.of("retrievableId", retrievable.id()));
  }

  private AgentContext context() {
    return request.context();
  }
}
