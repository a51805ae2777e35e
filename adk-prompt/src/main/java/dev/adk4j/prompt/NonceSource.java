package dev.adk4j.prompt;

/**
 * Creates the nonces of the tag names of envelopes. The same record must get the same nonce in
 * every call, so that a provider's prompt cache works, and outsiders must not be able to guess it.
 * Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface NonceSource {

  /** Returns a nonce of {@code A-Z a-z 0-9 . _ -} only. */
  String nonceFor(RecordKind kind, String recordId);

  /** Returns the nonce of a tool call's result. */
  default String nonceForCall(String callId, String checksum) {
    return nonceFor(RecordKind.TOOL_CALL, checksum + '\0' + callId);
  }

  /**
   * Returns a source of keyed nonces: lower-case base32 of a keyed hash of kind and id, 26
   * characters. They are stable for the same secret, and unguessable without it.
   *
   * @param secret at least 16 bytes; copied, never shown
   */
  static NonceSource keyed(byte[] secret) {
    return new KeyedNonces(secret);
  }

  /** Returns a {@link #keyed} source with a random secret for this process. */
  static NonceSource keyedRandom() {
    return KeyedNonces.random();
  }

  /**
   * Returns a source of unchanged ids and checksums. Anyone who can compute a checksum can close an
   * envelope, so use it only for compatibility with other systems. Ids that are not valid in a tag
   * are keyed.
   */
  static NonceSource recordId() {
    return new RecordIdNonces(keyedRandom());
  }

  /**
   * Returns a {@link #recordId()} source with another source for ids that are not valid in a tag.
   */
  static NonceSource recordId(NonceSource otherwise) {
    return new RecordIdNonces(otherwise);
  }

  /** Kind of a record with a nonce. */
  enum RecordKind {
    /** A message. */
    MESSAGE("message"),
    /** A memory. */
    MEMORY("memory"),
    /** A retrievable. */
    RETRIEVABLE("retrievable"),
    /** A thought. */
    THOUGHT("thought"),
    /** A tool call. */
    TOOL_CALL("toolCall");

    private final String wire;

    RecordKind(String wire) {
      this.wire = wire;
    }

    /** Part of the hashed text; never changes. */
    String wire() {
      return wire;
    }
  }
}
