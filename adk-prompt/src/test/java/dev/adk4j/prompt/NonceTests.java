package dev.adk4j.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.NonceSource.RecordKind;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class NonceTests {

  private static final byte[] OTHER = "another secret, also long".getBytes(StandardCharsets.UTF_8);

  @Test
  void keyedNonceIsTheBase32OfAKeyedHash() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Scene.SECRET, "HmacSHA256"));
    byte[] hash = mac.doFinal("message\0m-1".getBytes(StandardCharsets.UTF_8));
    java.math.BigInteger bits =
        new java.math.BigInteger(1, java.util.Arrays.copyOf(hash, 16)).shiftLeft(2);
    StringBuilder expected = new StringBuilder();
    for (int i = 25; i >= 0; i--) {
      int digit = bits.shiftRight(5 * i).intValue() & 31;
      expected.append("abcdefghijklmnopqrstuvwxyz234567".charAt(digit));
    }

    assertThat(Scene.NONCES.nonceFor(RecordKind.MESSAGE, "m-1")).isEqualTo(expected.toString());
  }

  @Test
  void keyedNoncesFitTagsAndDifferByRecordKindAndSecret() {
    Set<String> seen = new HashSet<>();
    for (RecordKind kind : RecordKind.values()) {
      for (String id : new String[] {"a", "a b", "</x>", "../etc/passwd", "\uD800", "?", "ä", ""}) {
        for (NonceSource source : new NonceSource[] {Scene.NONCES, NonceSource.keyed(OTHER)}) {
          String nonce = source.nonceFor(kind, id);
          assertThat(nonce).matches("[a-z2-7]{26}").isEqualTo(source.nonceFor(kind, id));
          assertThat(seen.add(nonce)).isTrue();
        }
      }
    }
  }

  @Test
  void randomSecretsDifferAndNothingShowsASecret() {
    assertThat(NonceSource.keyedRandom().nonceFor(RecordKind.MEMORY, "x"))
        .isNotEqualTo(NonceSource.keyedRandom().nonceFor(RecordKind.MEMORY, "x"));
    assertThat(Scene.NONCES.toString()).isEqualTo("NonceSource[keyed]");
    assertThatThrownBy(() -> NonceSource.keyed("short".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(AdkException.class)
        .hasMessageNotContaining("short");
  }

  @Test
  void equalCallsHaveNoncesOfTheirOwnUnlessRecordIdsAreUsed() {
    assertThat(Scene.NONCES.nonceForCall("c1", "sum"))
        .isNotEqualTo(Scene.NONCES.nonceForCall("c2", "sum"));
    assertThat(NonceSource.recordId().nonceForCall("c1", "sum")).isEqualTo("sum");
  }

  @Test
  void keysRecordIdsUnfitForTags() {
    NonceSource source = NonceSource.recordId(Scene.NONCES);
    assertThat(source.nonceFor(RecordKind.MESSAGE, "0aF_.-")).isEqualTo("0aF_.-");
    assertThat(source.nonceFor(RecordKind.MESSAGE, "a>b"))
        .isEqualTo(Scene.NONCES.nonceFor(RecordKind.MESSAGE, "a>b"));
    assertThat(source.nonceForCall("c", "a b")).isEqualTo(Scene.NONCES.nonceForCall("c", "a b"));
  }
}
