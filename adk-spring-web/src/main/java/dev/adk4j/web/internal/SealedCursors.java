package dev.adk4j.web.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals positions in lists for clients. Only this object, or one with the same secret, can read or
 * create a cursor. A cursor is valid only for its list and its reader. AES-GCM. Thread-safe.
 */
public final class SealedCursors {

  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final SecureRandom random = new SecureRandom();
  private final SecretKeySpec key;

  /**
   * @param secret secret from which the key is derived; null for a random key that is lost with
   *     this object
   */
  public SealedCursors(@Nullable String secret) {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    try {
      this.key =
          new SecretKeySpec(
              secret == null
                  ? bytes
                  : MessageDigest.getInstance("SHA-256")
                      .digest(("adk-cursor\0" + secret).getBytes(StandardCharsets.UTF_8)),
              "AES");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the cursor for a position.
   *
   * @param list identity of the list and its reader
   */
  public String seal(String position, @Nullable Object... list) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, nonce, list)
              .doFinal(position.getBytes(StandardCharsets.UTF_8));
      byte[] cursor = ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array();
      return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the position of a cursor; null if there is none.
   *
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} if the cursor was not created
   *     for this list
   */
  public @Nullable String open(@Nullable String cursor, @Nullable Object... list) {
    if (cursor == null) {
      return null;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      if (bytes.length > NONCE) {
        byte[] sealed = Arrays.copyOfRange(bytes, NONCE, bytes.length);
        byte[] nonce = Arrays.copyOf(bytes, NONCE);
        return new String(
            cipher(Cipher.DECRYPT_MODE, nonce, list).doFinal(sealed), StandardCharsets.UTF_8);
      }
    } catch (IllegalArgumentException | GeneralSecurityException foreign) {
      // refused below
    }
    new Violations()
        .add(
            "$.after",
            "cursor",
            "is not a cursor of this list, or comes from a node that has stopped")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return null;
  }

  private Cipher cipher(int mode, byte[] nonce, @Nullable Object... list)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    for (Object part : list) {
      byte[] bytes = String.valueOf(part).getBytes(StandardCharsets.UTF_8);
      ByteBuffer head = ByteBuffer.allocate(5).put((byte) (part == null ? 0 : 1));
      cipher.updateAAD(head.putInt(bytes.length).flip());
      cipher.updateAAD(bytes);
    }
    return cipher;
  }
}
