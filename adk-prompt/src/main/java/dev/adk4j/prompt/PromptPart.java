package dev.adk4j.prompt;

import dev.adk4j.primitive.Media;

/** A piece of an entry's content, in the order a provider that can interleave would send it. */
public sealed interface PromptPart {

  /** Finished prompt text: envelope, marker line or fallback. */
  record TextPart(String text) implements PromptPart {
    /** Never the content. */
    @Override
    public String toString() {
      return "TextPart[]";
    }
  }

  /**
   * Media that the model takes as such. Its bytes are read by whoever sends it, and only then.
   *
   * @param mimeType sanitised: {@code type/subtype}, nothing more
   * @param filename sanitised
   */
  record MediaPart(Media media, String mimeType, String filename) implements PromptPart {}
}
