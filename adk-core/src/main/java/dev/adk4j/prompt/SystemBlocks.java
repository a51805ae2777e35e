package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
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
      views.add(view(retrievable, new Handles(context(), types)));
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

  private RetrievableView view(Retrievable retrievable, Handles handles) throws IOException {
    String nonce = bodies.nonce(retrievable);
    String text =
        switch (retrievable.content()) {
          case RetrievableContent.TextContent(Tokenizable content) -> content.render(context());
          case RetrievableContent.ArtifactContent(SpooledArtifact artifact) ->
              retrievable.inline()
                  ? artifact.asString()
                  : renderers
                      .retrievableHandle()
                      .render(handles.ofRetrievable(retrievable.id(), artifact));
        };
    return new RetrievableView(
        retrievable, nonce, bodies.record(text, nonce, RecordKind.RETRIEVABLE, retrievable.id()));
  }

  private AgentContext context() {
    return request.context();
  }
}
