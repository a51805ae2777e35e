package dev.adk4j.primitive;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * An image, a sound, a film or a document, as a handle: the bytes stay where they are until they
 * are asked for. Trust and hazard have to be said, by hand or through one of the named factories.
 * Immutable but for its {@link #stash()}; equal only to itself.
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Media implements Displayable {

  private static final AdkErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_MEDIA_VALUE;

  private final String id;
  private final MediaKind kind;
  private final String mimeType;
  private final String filename;
  private final MediaReader reader;
  private final TrustTier trustTier;
  private final ModalityHazard modalityHazard;
  private final @Nullable String source;
  private final MediaStash stash;

  private Media(Fields in) {
    String given = in.optionalText("id");
    this.id = given != null ? given : Ids.next();
    this.kind = in.constant("kind", MediaKind.class);
    this.mimeType = in.text("mimeType");
    this.filename = in.text("filename");
    this.reader = Readers.required(in, "reader");
    this.trustTier = in.constant("trustTier", TrustTier.class);
    this.modalityHazard = in.constant("modalityHazard", ModalityHazard.class);
    this.source = in.optionalText("source");
    this.stash = MediaStash.optional(in, "stash");
    in.done();
  }

  /** From a user: private to a third party. */
  public static Media userAttachment(
      MediaKind kind, String mimeType, String filename, MediaReader reader) {
    return of(kind, mimeType, filename, reader, TrustTier.THIRD_PARTY_PRIVATE);
  }

  /** Made by one of the application's own tools: first party. */
  public static Media toolGenerated(
      MediaKind kind, String mimeType, String filename, MediaReader reader) {
    return of(kind, mimeType, filename, reader, TrustTier.FIRST_PARTY);
  }

  /** Found in public: public of a third party. */
  public static Media retrievedPublic(
      MediaKind kind, String mimeType, String filename, MediaReader reader) {
    return of(kind, mimeType, filename, reader, TrustTier.THIRD_PARTY_PUBLIC);
  }

  /** Found in someone's private data: private to a third party. */
  public static Media retrievedPrivate(
      MediaKind kind, String mimeType, String filename, MediaReader reader) {
    return of(kind, mimeType, filename, reader, TrustTier.THIRD_PARTY_PRIVATE);
  }

  /** No factory calls anything inert: that has to be said by hand. */
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

  /** From an untyped JSON object; the codec resolves the reader. */
  public static Media fromJson(JsonNode json, SnapshotCodec codec) {
    return read(json, new Decoding(codec, false));
  }

  /** From untyped values; the reader is a live {@link MediaReader}. */
  public static Media fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Media read(@Nullable Object value, Decoding decoding) {
    return new Media(Fields.of(CODE, value, decoding));
  }

  /** A fresh UUID where none was given. */
  public String id() {
    return id;
  }

  public MediaKind kind() {
    return kind;
  }

  /** As given; its syntax is not checked. */
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

  /** What has been derived from the bytes, such as a caption; may be added to. */
  public MediaStash stash() {
    return stash;
  }

  /** A new stream from the first byte at each call; the caller closes it. */
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

  /** The number of bytes, or empty where only reading could tell. */
  public OptionalLong byteLength() throws IOException {
    return reader.byteLength();
  }

  /** All bytes, read anew at each call. Takes as much memory as there are bytes. */
  public byte[] readAllBytes() throws IOException {
    try (InputStream stream = openStream()) {
      return stream.readAllBytes();
    }
  }

  /** All bytes in standard base64 with padding. Takes more memory than {@link #readAllBytes()}. */
  public String toBase64() throws IOException {
    return Base64.getEncoder().encodeToString(readAllBytes());
  }

  /** With the same id and reader, and a copy of the stash. */
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

  /**
   * Whether all fields are the same; readers are where they are described the same. No bytes are
   * read for it.
   */
  public boolean sameContentAs(Media other) {
    return id.equals(other.id)
        && kind == other.kind
        && mimeType.equals(other.mimeType)
        && filename.equals(other.filename)
        && Same.reader(reader, other.reader)
        && trustTier == other.trustTier
        && modalityHazard == other.modalityHazard
        && source().equals(other.source())
        && stash.entries().equals(other.stash.entries());
  }

  @Override
  public JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  /** Id and kind; never touches the bytes. */
  @Override
  public String toString() {
    return "Media[" + id + ", " + kind.wire() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder {

    private final Values values = new Values();

    private Builder() {}

    /** A fresh UUID where it is not given. */
    public Builder id(@Nullable String id) {
      return put("id", id);
    }

    public Builder kind(@Nullable MediaKind kind) {
      return put("kind", kind);
    }

    public Builder mimeType(@Nullable String mimeType) {
      return put("mimeType", mimeType);
    }

    public Builder filename(@Nullable String filename) {
      return put("filename", filename);
    }

    public Builder reader(@Nullable MediaReader reader) {
      return put("reader", reader);
    }

    public Builder trustTier(@Nullable TrustTier trustTier) {
      return put("trustTier", trustTier);
    }

    public Builder modalityHazard(@Nullable ModalityHazard modalityHazard) {
      return put("modalityHazard", modalityHazard);
    }

    public Builder source(@Nullable String source) {
      return put("source", source);
    }

    /** The entries that the stash starts with. */
    public Builder stash(@Nullable Map<String, MediaStashEntry> stash) {
      return put("stash", stash);
    }

    /** Throws {@code E_INVALID_INITIAL_MEDIA_VALUE} with everything that is wrong. */
    public Media build() {
      return new Media(values.fields(CODE));
    }

    private Builder put(String name, @Nullable Object value) {
      values.put(name, value);
      return this;
    }
  }
}
