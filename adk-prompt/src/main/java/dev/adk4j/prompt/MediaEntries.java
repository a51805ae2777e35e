package dev.adk4j.prompt;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.LogLevel;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.ModalityHazard;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptRenderers.Block;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Renders media as parts: a marker line, followed by the media itself or replacement text. */
record MediaEntries(PromptRequest request, PromptRenderers renderers) {

  private static final Pattern MIME = Pattern.compile("[\\w.+-]+/[\\w.+-]+");
  private static final String BYTES = "application/octet-stream";

  /**
   * Origin of media.
   *
   * @param tool the tool that returned it; null for an attachment
   * @param untrusted true if none of its content may be shown as trusted
   */
  record Origin(
      String nonce, String id, RecordKind kind, @Nullable String tool, boolean untrusted) {

    Origin(String nonce, String id, RecordKind kind) {
      this(nonce, id, kind, null, false);
    }

    static Origin of(ToolCall call, String nonce) {
      return new Origin(nonce, call.id(), RecordKind.TOOL_CALL, call.tool(), call.isError());
    }
  }

  /** Renders media natively if the provider supports it, otherwise by the policy. */
  List<PromptEntry.Part> of(Media media, Origin origin, Bodies bodies) throws IOException {
    if (isNative(media)) {
      return List.of(marker(media), part(media));
    }
    if (request.options().unsupportedMedia().mode() == MediaPolicy.Mode.THROW
        && !isOfOthersTool(media, origin)) {
      throw unsupported(media);
    }
    return asText(media, origin, bodies);
  }

  /** Renders media as text; never rejects it. */
  List<PromptEntry.Part> asText(Media media, Origin origin, Bodies bodies) {
    return List.of(marker(media), fallback(media, origin, bodies));
  }

  /** Returns the media that the provider supports natively, each with its marker. */
  List<PromptEntry.Part> nativeOnly(List<Media> items) {
    return items.stream()
        .filter(this::isNative)
        .flatMap(media -> Stream.of(marker(media), part(media)))
        .toList();
  }

  /** Returns true for media of a third party's tool, which must not fail every later turn. */
  private static boolean isOfOthersTool(Media media, Origin origin) {
    return origin.kind() == RecordKind.TOOL_CALL && media.trustTier() != TrustTier.FIRST_PARTY;
  }

  private boolean isNative(Media media) {
    return request.media().supports(media.kind(), mime(media));
  }

  private static PromptEntry.Part marker(Media media) {
    return new PromptEntry.TextPart(
        "[media id: " + Escapes.id(media.id()) + " | " + Escapes.name(media.filename()) + "]");
  }

  private static PromptEntry.Part part(Media media) {
    return new PromptEntry.MediaPart(media, mime(media), Escapes.name(media.filename()));
  }

  private PromptEntry.Part fallback(Media media, Origin origin, Bodies bodies) {
    MediaPolicy policy = request.options().unsupportedMedia();
    TrustTier tier = media.trustTier();
    String text = null;
    if (policy.mode() != MediaPolicy.Mode.SYNTHETIC_DESCRIPTION) {
      MediaStashEntry entry = entry(media, policy.stashKeys());
      if (entry != null) {
        text = entry.value().node().stringValue();
        tier = lessTrusted(tier, entry.trustTier());
      } else {
        warn(media);
      }
    }
    String shown = text != null ? text : synthetic(media);
    String body =
        origin.kind() == RecordKind.MESSAGE
            ? bodies.message(shown, origin.nonce(), origin.id())
            : bodies.toolResult(shown, origin.nonce(), origin.id());
    boolean trusted = tier == TrustTier.FIRST_PARTY && !origin.untrusted();
    Block block =
        new Block(
            trusted,
            origin.nonce(),
            "media-fallback",
            origin.tool(),
            modality(media.modalityHazard()),
            body);
    return new PromptEntry.TextPart(
        trusted ? renderers.trusted(block) : renderers.untrusted(block));
  }

  private static @Nullable MediaStashEntry entry(Media media, List<String> keys) {
    return keys.stream()
        .flatMap(key -> media.stash().get(key).stream())
        .filter(entry -> entry.value().node().isString())
        .findFirst()
        .orElse(null);
  }

  /** Returns the less trusted tier; tiers are declared from most to least trusted. */
  private static TrustTier lessTrusted(TrustTier one, TrustTier other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static String synthetic(Media media) {
    return "[media: %s, %s, %s]"
        .formatted(Escapes.name(media.filename()), mime(media), size(media));
  }

  private static String size(Media media) {
    try {
      OptionalLong bytes = media.byteLength();
      return bytes.isPresent() ? Texts.size(bytes.getAsLong()) : "unknown size";
    } catch (IOException e) {
      return "unknown size";
    }
  }

  private static String modality(ModalityHazard hazard) {
    return switch (hazard) {
      case INERT -> "inert";
      case EXTRACTABLE_INSTRUCTIONS -> "extractable";
      case OPAQUE_PERCEPTUAL -> "opaque";
    };
  }

  /** Returns the sanitized type, since other characters could end up in a data URI. */
  private static String mime(Media media) {
    String mime = media.mimeType();
    return MIME.matcher(mime).matches() ? mime : BYTES;
  }

  private static AdkException unsupported(Media media) {
    return AdkException.saying(
        LlmErrorCode.E_UNSUPPORTED_MEDIA_MODALITY,
        "The model does not support %s of type %s: %s.",
        media.kind().wire(),
        mime(media),
        Escapes.name(media.filename()));
  }

  private void warn(Media media) {
    request.log().log(
        LogLevel.WARN,
        "helper-warning",
        "Media that the model does not support has no text in its stash; its description is shown.",
        Map.of("mediaId", media.id()));
  }
}
