package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactTypes;
import java.io.IOException;

/**
 * Makes the prompt of one iteration from a context's records. Everything from outside stands in an
 * envelope whose tag carries a nonce; only the standing instructions speak with the developer's
 * authority. Drops nothing and calls nobody but the records' own readers. Immutable; safe for
 * concurrent use.
 */
public final class PromptAssembler {

  private final NonceSource nonces;
  private final PromptRenderers renderers;
  private final ArtifactTypes types;

  /** With nonces that live as long as the process, and the standard renderers. */
  public PromptAssembler() {
    this(NonceSource.keyedRandom(), PromptRenderers.STANDARD, ArtifactTypes.builtIns());
  }

  public PromptAssembler(NonceSource nonces, PromptRenderers renderers) {
    this(nonces, renderers, ArtifactTypes.builtIns());
  }

  /**
   * @param types the artifact types whose queries handles name, beside those of the context's tools
   */
  public PromptAssembler(NonceSource nonces, PromptRenderers renderers, ArtifactTypes types) {
    this.nonces = nonces;
    this.renderers = renderers;
    this.types = types;
  }

  /** The same with other renderers. */
  public PromptAssembler with(PromptRenderers renderers) {
    return new PromptAssembler(nonces, renderers, types);
  }

  public NonceSource nonces() {
    return nonces;
  }

  public PromptRenderers renderers() {
    return renderers;
  }

  /** {@link #render(PromptRequest)}, assembled. */
  public AssembledPrompt assemble(PromptRequest request) throws IOException {
    return render(request).assemble();
  }

  /**
   * Renders every part once, for measuring and for assembling.
   *
   * @throws IOException where an artifact that is to be shown cannot be read
   * @throws dev.adk4j.error.AdkException {@code E_UNSUPPORTED_MEDIA_MODALITY}, {@code
   *     E_TOKENIZABLE_EVALUATOR_INVALID}
   */
  public PromptRendering render(PromptRequest request) throws IOException {
    Bodies bodies = Bodies.of(request, nonces);
    SystemBlocks system = new SystemBlocks(request, renderers, bodies);
    return new PromptRendering(
        request,
        system.prompt(),
        system.standingInstructions(),
        system.memories(),
        system.retrievables(types),
        new TimelineEntries(request, renderers, bodies, types).all(),
        renderers.declarations().declare(request.context().tools().visible(), renderers.schema()));
  }
}
