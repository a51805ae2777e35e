package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactTypes;
import java.io.IOException;

/**
 * Assembles the prompt of one iteration from a context's records. Every external text is in an
 * envelope whose tag contains a nonce; only the standing instructions have the developer's
 * authority. Omits nothing and calls only the records' own readers. Immutable and thread-safe.
 *
 * @since 0.1.0
 */
public final class PromptAssembler {

  private final NonceSource nonces;
  private final PromptRenderers renderers;
  private final ArtifactTypes types;

  /** Creates an assembler with random keyed nonces and the standard renderers. */
  public PromptAssembler() {
    this(NonceSource.keyedRandom(), PromptRenderers.standard(), ArtifactTypes.builtIns());
  }

  public PromptAssembler(NonceSource nonces, PromptRenderers renderers) {
    this(nonces, renderers, ArtifactTypes.builtIns());
  }

  /**
   * @param types the artifact types whose queries handles name, in addition to those of the
   *     context's tools
   */
  public PromptAssembler(NonceSource nonces, PromptRenderers renderers, ArtifactTypes types) {
    this.nonces = nonces;
    this.renderers = renderers;
    this.types = types;
  }

  /** Returns this assembler with a layer over its renderers. */
  public PromptAssembler with(PromptRenderers.Layer layer) {
    return new PromptAssembler(nonces, layer.over(renderers), types);
  }

  /** Assembles the prompt of a request. */
  public AssembledPrompt assemble(PromptRequest request) throws IOException {
    return render(request).assemble();
  }

  /**
   * Renders every part once, for measuring and for assembling.
   *
   * @throws IOException if a shown artifact cannot be read
   * @throws dev.adk4j.error.AdkException {@code E_UNSUPPORTED_MEDIA_MODALITY}, {@code
   *     E_TOKENIZABLE_EVALUATOR_INVALID}
   */
  public PromptRendering render(PromptRequest request) throws IOException {
    return new PromptRendering(request, renderers, Bodies.of(request, nonces), types);
  }
}
