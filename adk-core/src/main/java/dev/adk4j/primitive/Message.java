package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Ids;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * What the user or the assistant said: a text, attachments, or both. Immutable but for {@link
 * Tokenizable#set}; equal only to itself.
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Message implements Displayable {

  private static final AdkErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_MESSAGE_VALUE;

  private final String id;
  private final MessageRole role;
  private final @Nullable Tokenizable content;
  private final List<Media> attachments;
  private final Identity identity;
  private final Instant createdAt;
  private final Instant updatedAt;

  private Message(Fields in) {
    this.id = in.text("id");
    this.role = in.constant("role", MessageRole.class);
    this.content = in.optionalTokenizable("content");
    this.attachments = MediaLists.optional(in, "attachments");
    this.identity = in.identity("identity", role.wire());
    this.createdAt = in.instant("createdAt");
    this.updatedAt = in.instant("updatedAt");
    boolean something = content != null || !attachments.isEmpty();
    in.check(
        something || !in.sound("content") || !in.sound("attachments"),
        "content",
        "required",
        "is required where there are no attachments");
    in.done();
  }

  /** What was valid stays valid: nothing is checked again. */
  private Message(Message other) {
    this.id = other.id;
    this.role = other.role;
    this.content = other.content == null ? null : Tokenizable.of(other.content.value());
    this.attachments = MediaLists.copies(other.attachments);
    this.identity = other.identity.copy();
    this.createdAt = other.createdAt;
    this.updatedAt = other.updatedAt;
  }

  /** A user's text of now, under a fresh id. */
  public static Message user(String text) {
    return user(Ids.next(), text, Instant.now());
  }

  public static Message user(String id, String text, Instant at) {
    return of(MessageRole.USER, id, text, at);
  }

  /** An assistant's text of now, under a fresh id. */
  public static Message assistant(String text) {
    return assistant(Ids.next(), text, Instant.now());
  }

  public static Message assistant(String id, String text, Instant at) {
    return of(MessageRole.ASSISTANT, id, text, at);
  }

  private static Message of(MessageRole role, String id, String text, Instant at) {
    return builder().id(id).role(role).content(text).createdAt(at).updatedAt(at).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * From an untyped JSON object without attachments, which only a {@link SnapshotCodec} can bring
   * to life.
   */
  public static Message fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /** From an untyped JSON object; the codec resolves the attachments' readers. */
  public static Message fromJson(JsonNode json, SnapshotCodec codec) {
    return read(json, new Decoding(codec, false));
  }

  /** From untyped values; attachments are live {@link Media}. */
  public static Message fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Message read(@Nullable Object value, Decoding decoding) {
    return new Message(Fields.of(CODE, value, decoding));
  }

  public String id() {
    return id;
  }

  public MessageRole role() {
    return role;
  }

  /** Empty only where there are attachments. */
  public Optional<Tokenizable> content() {
    return Optional.ofNullable(content);
  }

  /** Unmodifiable; possibly empty. */
  public List<Media> attachments() {
    return attachments;
  }

  /** Who it is from; the role's name where none was given. */
  public Identity identity() {
    return identity;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  public Builder toBuilder() {
    return new Builder()
        .id(id)
        .role(role)
        .content(content)
        .attachments(attachments)
        .identity(identity)
        .createdAt(createdAt)
        .updatedAt(updatedAt);
  }

  /**
   * The same, sharing nothing that can be changed: texts and stashes as they are now. Readers are
   * shared.
   */
  public Message copy() {
    return new Message(this);
  }

  /** Whether all fields are the same; a dynamic text is compared by its value without a context. */
  public boolean sameContentAs(Message other) {
    return id.equals(other.id)
        && role == other.role
        && Same.text(content, other.content)
        && Same.all(attachments, other.attachments, Media::sameContentAs)
        && identity.sameContentAs(other.identity)
        && createdAt.equals(other.createdAt)
        && updatedAt.equals(other.updatedAt);
  }

  @Override
  public JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  /** Id and role; never the content. */
  @Override
  public String toString() {
    return "Message[" + id + ", " + role.wire() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder extends RecordBuilder<Builder> {

    private Builder() {}

    public Builder role(@Nullable MessageRole role) {
      return put("role", role);
    }

    /** Not empty. */
    public Builder content(@Nullable String content) {
      return put("content", content);
    }

    /** May wrap an empty text. */
    public Builder content(@Nullable Tokenizable content) {
      return put("content", content);
    }

    public Builder attachments(@Nullable List<Media> attachments) {
      return put("attachments", attachments);
    }

    public Builder attachments(Media... attachments) {
      return put("attachments", attachments);
    }

    public Builder identity(@Nullable Identity identity) {
      return put("identity", identity);
    }

    /** One text for both fields of the identity. */
    public Builder identity(@Nullable String identity) {
      return put("identity", identity);
    }

    /** Throws {@code E_INVALID_INITIAL_MESSAGE_VALUE} with everything that is wrong. */
    public Message build() {
      return new Message(values.fields(CODE));
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
