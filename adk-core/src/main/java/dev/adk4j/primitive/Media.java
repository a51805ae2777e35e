package dev.adk4j.primitive;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A handle to an image, a sound, a film or a document: the bytes are read only on request. Trust
 * and hazard must be stated, explicitly or through one of the named factories. Immutable except its
 * {@link #stash()}; equal only to itself.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Media implements Displayable {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_MEDIA_VALUE;

  private final String id;
  private final MediaKind kind;
  private final String mimeType;
  private final String filename;
  private final MediaReader reader;
  private final TrustTier trustTier;
  private final ModalityHazard modalityHazard;
  private final @Nullable String source;
  private final MediaStash stash;

  private Media(Builder given, Checks in) {
    String own = in.optionalText("id", given.id);
    this.id = own != null ? own : Ids.next();
    this.kind = in.required("kind", given.kind, MediaKind.DOCUMENT);
    this.mimeType = in.text("mimeType", given.mimeType);
    this.filename = in.text("filename", given.filename);
    this.reader = Readers.required(in, "reader", given.reader);
    this.trustTier = in.required("trustTier", given.trustTier, TrustTier.THIRD_PARTY_PUBLIC);
    this.modalityHazard =
        in.required("modalityHazard", given.modalityHazard, ModalityHazard.OPAQUE_PERCEPTUAL);
    this.source = in.optionalText("source", given.source);
    this.stash = MediaStash.of(in, "stash", given.stash);
    in.done();
  }

  /** Creates a media from a user: third-party private. */
  public static Media userAttachment(
      MediaKind kind, String mimeType, String filename, MediaReader reader) {
    return of(kind, mimeType, filename, reader, TrustTier.THIRD_PARTY_PRIVATE);
  }

  /** Creates a media from one of the application's own tools: first party. */
  public static Media toolGenerated(
      MediaKind kind, String mimeType, String filename, MediaReader reader) {
    return of(kind, mimeType, filename, reader, TrustTier.FIRST_PARTY);
  }

  /** Hazard is never inert by a factory: inert must be stated explicitly. */
  private static Media of(
      MediaKind kind, String mimeType, String filename, MediaReader reader, TrustTier tier) {
    ModalityHazard hazard =
        kind == MediaKind.DOCUMENT
            ? ModalityHazard.EXTRACTABLE_INSTRUCTIONS
            : ModalityHazard.OPAQUE_PERCEPTUAL;
    return builder()
        .kind(kind)
        .mimeType(mimeType)
        .filename(filename)
        .reader(reader)
        .trustTier(tier)
        .modalityHazard(hazard)
        .build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Reads an untyped JSON object; the codec resolves the reader. */
  public static Media fromJson(JsonNode json, SnapshotCodec codec) {
    return read(json, new Decoding(codec, false));
  }

  /** Reads untyped values; the reader is a live {@link MediaReader}. */
  public static Media fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Media read(@Nullable Object value, Decoding decoding) {
    Fields in = Fields.of(CODE, value, decoding);
    Builder given = new Builder();
    given.id = in.text("id");
    given.kind = in.constant("kind", MediaKind.class);
    given.mimeType = in.text("mimeType");
    given.filename = in.text("filename");
    given.reader = in.given("reader");
    given.trustTier = in.constant("trustTier", TrustTier.class);
    given.modalityHazard = in.constant("modalityHazard", ModalityHazard.class);
    given.source = in.text("source");
    given.stash = in.given("stash");
    return new Media(given, in);
  }

  /** Returns null for a value that is not a media. */
  static @Nullable Media item(@Nullable Object value, Decoding decoding) {
    if (value instanceof Media media) {
      return media;
    }
    return Untyped.isObject(value) && decoding.codec() != null ? read(value, decoding) : null;
  }

  /** Returns copies with their own stashes of the current entries. */
  static List<Media> copies(List<Media> media) {
    return media.isEmpty()
        ? List.of()
        : media.stream().map(one -> one.toBuilder().build()).toList();
  }

  /** Returns the id; a new UUID if none was given. */
  public String id() {
    return id;
  }

  public MediaKind kind() {
    return kind;
  }

  /** Returns the media type as given; its syntax is not validated. */
  public String mimeType() {
    return mimeType;
  }

  public String filename() {
    return filename;
  }

  public MediaReader reader() {
    return reader;
  }

  public TrustTier trustTier() {
    return trustTier;
  }

  public ModalityHazard modalityHazard() {
    return modalityHazard;
  }

  public Optional<String> source() {
    return Optional.ofNullable(source);
  }

  /** Returns values derived from the bytes, such as a caption; entries may be added. */
  public MediaStash stash() {
    return stash;
  }

  /** Returns a new stream from the first byte for each call; the caller closes it. */
  @SuppressWarnings("ConstantValue")
  public InputStream openStream() throws IOException {
    InputStream stream = reader.open();
    if (stream == null) {
      throw new AdkException(
          AdkErrorCode.E_NOT_A_MEDIA_READER,
          reader.getClass().getName() + " gave no stream for media " + id + ".");
    }
    return stream;
  }

  /** Returns the number of bytes; empty if only reading could determine it. */
  public OptionalLong byteLength() throws IOException {
    return reader.byteLength();
  }

  /** Returns all bytes, read for each call. The memory use equals their size. */
  public byte[] readAllBytes() throws IOException {
    try (InputStream stream = openStream()) {
      return stream.readAllBytes();
    }
  }

  /**
   * Returns all bytes in standard base64 with padding. Uses more memory than {@link
   * #readAllBytes()}.
   */
  public String toBase64() throws IOException {
    return Base64.getEncoder().encodeToString(readAllBytes());
  }

  /** Returns a copy with the same id and reader, and a copy of the stash. */
  public Builder toBuilder() {
    return new Builder()
        .id(id)
        .kind(kind)
        .mimeType(mimeType)
        .filename(filename)
        .reader(reader)
        .trustTier(trustTier)
        .modalityHazard(modalityHazard)
        .source(source)
        .stash(stash.entries());
  }

  /** Compares all fields; readers by their descriptors. Reads no bytes. */
  public boolean sameContentAs(Media other) {
    return JsonForm.CONTENT.write(this).equals(JsonForm.CONTENT.write(other));
  }

  @Override
  public JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  /** Returns id and kind; never reads the bytes. */
  @Override
  public String toString() {
    return "Media[" + id + ", " + kind.wire() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder {

    private @Nullable String id;
    private @Nullable MediaKind kind;
    private @Nullable String mimeType;
    private @Nullable String filename;
    private @Nullable Object reader;
    private @Nullable TrustTier trustTier;
    private @Nullable ModalityHazard modalityHazard;
    private @Nullable String source;
    private @Nullable Object stash;

    private Builder() {}

    /** Sets the id; defaults to a new UUID. */
    public Builder id(@Nullable String id) {
      this.id = id;
      return this;
    }

    public Builder kind(@Nullable MediaKind kind) {
      this.kind = kind;
      return this;
    }

    public Builder mimeType(@Nullable String mimeType) {
      this.mimeType = mimeType;
      return this;
    }

    public Builder filename(@Nullable String filename) {
      this.filename = filename;
      return this;
    }

    public Builder reader(@Nullable MediaReader reader) {
      this.reader = reader;
      return this;
    }

    public Builder trustTier(@Nullable TrustTier trustTier) {
      this.trustTier = trustTier;
      return this;
    }

    public Builder modalityHazard(@Nullable ModalityHazard modalityHazard) {
      this.modalityHazard = modalityHazard;
      return this;
    }

    public Builder source(@Nullable String source) {
      this.source = source;
      return this;
    }

    /** Sets the initial entries of the stash. */
    public Builder stash(@Nullable Map<String, MediaStashEntry> stash) {
      this.stash = stash;
      return this;
    }

    /**
     * @throws AdkException {@code E_INVALID_INITIAL_MEDIA_VALUE} with all violations
     */
    public Media build() {
      return new Media(this, new Checks(CODE));
    }
  }
}
