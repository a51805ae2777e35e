package dev.adk4j.prompt;

import dev.adk4j.error.Violations;
import dev.adk4j.prompt.NonceSource.RecordKind;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Computes nonces as HMAC-SHA-256 over kind and id, truncated to 128 bits. */
final class KeyedNonces implements NonceSource {

  private static final String ALGORITHM = "HmacSHA256";
  private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int SHORTEST_SECRET = 16;
  private static final int BYTES = 16;

  private final SecretKeySpec key;

  KeyedNonces(byte[] secret) {
    new Violations()
        .check(
            secret != null && secret.length >= SHORTEST_SECRET,
            "$.secret",
            "length",
            "must have at least " + SHORTEST_SECRET + " bytes")
        .throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  static KeyedNonces random() {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    return new KeyedNonces(secret);
  }

  @Override
  public String nonceFor(RecordKind kind, String recordId) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(kind.wire().getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return base32(mac.doFinal(utf8(recordId)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
    }
  }

  /** Encodes the text so that an unpaired surrogate differs from a question mark. */
  private static byte[] utf8(String text) {
    boolean wellFormed = text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    return text.getBytes(wellFormed ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16BE);
  }

  private static String base32(byte[] hash) {
    StringBuilder out = new StringBuilder(26);
    int buffer = 0;
    int bits = 0;
    for (int i = 0; i < BYTES; i++) {
      buffer = buffer << 8 | hash[i] & 0xff;
      bits += 8;
      while (bits >= 5) {
        bits -= 5;
        out.append(BASE32.charAt(buffer >> bits & 31));
      }
    }
    return out.append(BASE32.charAt(buffer << 5 - bits & 31)).toString();
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return "NonceSource[keyed]";
  }
}
