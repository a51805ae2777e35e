package dev.adk4j.prompt;

import dev.adk4j.primitive.MediaKind;

/** Which media a provider takes as such. Everything else runs the {@link MediaPolicy}. */
@FunctionalInterface
public interface NativeMedia {

  /**
   * @param mimeType sanitised: {@code type/subtype}, nothing more
   */
  boolean supports(MediaKind kind, String mimeType);

  /** Images, documents, and sound that is wav or mp3; never film. */
  static NativeMedia standard() {
    return (kind, mimeType) ->
        switch (kind) {
          case IMAGE, DOCUMENT -> true;
          case AUDIO -> isWavOrMp3(mimeType);
          case VIDEO -> false;
        };
  }

  /** Text only. */
  static NativeMedia none() {
    return (kind, mimeType) -> false;
  }

  private static boolean isWavOrMp3(String mimeType) {
    return mimeType.contains("wav") || mimeType.contains("mp3") || mimeType.contains("mpeg");
  }
}
