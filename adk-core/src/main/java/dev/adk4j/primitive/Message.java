package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Ids;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A message of the user or the assistant: a text, attachments, or both. Immutable except {@link
 * Tokenizable#set}; equal only to itself.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Message extends AbstractRecord<Message> {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_MESSAGE_VALUE;

  /** The author that marks a partial answer. */
  private static final String PARTIAL = "assistant.partial";

  private final MessageRole role;
  private final @Nullable Tokenizable content;
  private final List<Media> attachments;
  private final Identity identity;

  private Message(Builder given, Checks in) {
    super(given, in);
    this.role = in.required("role", given.role, MessageRole.USER);
    this.content = in.tokenizable("content", given.content, false);
    this.attachments = in.media("attachments", given.attachments);
    this.identity = in.identity("identity", given.identity, role.wire());
    boolean something = content != null || !attachments.isEmpty();
    in.check(
        something || !in.sound("content") || !in.sound("attachments"),
        "content",
        "required",
        "is required if there are no attachments");
    in.done();
  }

  /** Returns a user's text with the current time and a new id. */
  public static Message user(String text) {
    return user(Ids.next(), text, Instant.now());
  }

  public static Message user(String id, String text, Instant at) {
    return of(MessageRole.USER, id, text, at);
  }

  /** Returns an assistant's text with the current time and a new id. */
  public static Message assistant(String text) {
    return assistant(Ids.next(), text, Instant.now());
  }

  public static Message assistant(String id, String text, Instant at) {
    return of(MessageRole.ASSISTANT, id, text, at);
  }

  /**
   * Returns a partial answer: the part that was written before the turn was stopped or failed. Its
   * author marks it; {@link #isPartial()} distinguishes it from complete answers.
   */
  public static Message partial(String id, String text, Instant at) {
    return assistant(id, text, at).toBuilder().identity(PARTIAL).build();
  }

  private static Message of(MessageRole role, String id, String text, Instant at) {
    return builder().id(id).role(role).content(text).createdAt(at).updatedAt(at).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads an untyped JSON object without attachments, which only a {@link SnapshotCodec} can
   * restore.
   */
  public static Message fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /** Reads untyped values; attachments are live {@link Media}. */
  public static Message fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Message read(@Nullable Object value, Decoding decoding) {
    Fields in = Fields.of(CODE, value, decoding);
    Builder given = new Builder();
    given.read(in);
    given.role = in.constant("role", MessageRole.class);
    given.content = in.given("content");
    given.attachments = in.given("attachments");
    given.identity = in.given("identity");
    return new Message(given, in);
  }

  public MessageRole role() {
    return role;
  }

  /** Returns the content; empty only if there are attachments. */
  public Optional<Tokenizable> content() {
    return Optional.ofNullable(content);
  }

  /** Returns the content's text; empty if there are attachments only. */
  public String text() {
    return content == null ? "" : content.value();
  }

  /** Returns an unmodifiable list; may be empty. */
  public List<Media> attachments() {
    return attachments;
  }

  /** Returns the author; the role's name if none was given. */
  public Identity identity() {
    return identity;
  }

  /** Returns true for the part of an answer that was written before its turn stopped or failed. */
  public boolean isPartial() {
    return role == MessageRole.ASSISTANT && identity.identifier().equals(PARTIAL);
  }

  public Builder toBuilder() {
    return new Builder()
        .of(this)
        .role(role)
        .content(content)
        .attachments(attachments)
        .identity(identity);
  }

  /** Returns an independent copy with the current texts and stashes. Readers are shared. */
  public Message copy() {
    Builder copy = toBuilder().identity(identity.copy()).attachments(Media.copies(attachments));
    return content == null ? copy.build() : copy.content(Tokenizable.of(content.value())).build();
  }

  /** Returns id and role; omits the content. */
  @Override
  public String toString() {
    return "Message[" + id() + ", " + role.wire() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder extends TextBuilder<Builder> {

    private @Nullable MessageRole role;
    private @Nullable Object attachments;
    private @Nullable Object identity;

    private Builder() {}

    public Builder role(@Nullable MessageRole role) {
      this.role = role;
      return this;
    }

    public Builder attachments(@Nullable List<Media> attachments) {
      this.attachments = attachments;
      return this;
    }

    public Builder attachments(Media... attachments) {
      this.attachments = attachments;
      return this;
    }

    public Builder identity(@Nullable Identity identity) {
      this.identity = identity;
      return this;
    }

    /** Sets one text for both fields of the identity. */
    public Builder identity(@Nullable String identity) {
      this.identity = identity;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_MESSAGE_VALUE} with all
     *     violations
     */
    public Message build() {
      return new Message(this, new Checks(CODE));
    }
  }
}
