package dev.adk4j.prompt;

/**
 * Gives the nonces that envelopes carry in their tag names. The same record has to get the same
 * nonce at each call, so that a provider's prompt cache keeps working, and nobody outside may be
 * able to guess it. Safe for concurrent use.
 */
@FunctionalInterface
public interface NonceSource {

  /** A nonce made of {@code A-Z a-z 0-9 . _ -} alone. */
  String nonceFor(RecordKind kind, String recordId);

  /** The nonce of a tool call's result. */
  default String nonceForCall(String callId, String checksum) {
    return nonceFor(RecordKind.TOOL_CALL, checksum + '\0' + callId);
  }

  /**
   * Lower-case base32 of a keyed hash of kind and id, 26 characters: stable as long as the secret
   * is, and unguessable without it.
   *
   * @param secret at least 16 bytes; copied, never shown
   */
  static NonceSource keyed(byte[] secret) {
    return new KeyedNonces(secret);
  }

  /** {@link #keyed} with a secret that lives as long as the process. */
  static NonceSource keyedRandom() {
    return KeyedNonces.random();
  }

  /**
   * Ids and checksums as they are. Whoever can compute a checksum can close an envelope: for parity
   * with other systems only. Ids that do not fit a tag are keyed.
   */
  static NonceSource recordId() {
    return new RecordIdNonces(keyedRandom());
  }

  /** {@link #recordId()} with a source for the ids that do not fit a tag. */
  static NonceSource recordId(NonceSource otherwise) {
    return new RecordIdNonces(otherwise);
  }
}
