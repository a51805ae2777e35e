package dev.adk4j.web.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class SealedCursorsTests {

  private static final String SECRET = "s".repeat(32);

  private final SealedCursors cursors = new SealedCursors(SECRET);

  @Test
  void aCursorIsReadByEveryNodeWithTheSecret() {
    String cursor = cursors.seal("position", "gates", "ann", null);

    assertThat(new SealedCursors(SECRET).open(cursor, "gates", "ann", null)).isEqualTo("position");
    assertThat(cursor).doesNotContain("position").matches("[A-Za-z0-9_-]+");
    assertThat(cursors.seal("position", "gates", "ann", null)).isNotEqualTo(cursor);
  }

  @Test
  void aCursorIsGoodForItsListAndReaderOnly() {
    String cursor = cursors.seal("position", "gates", "ann", null);

    refuses(cursors, cursor, "decisions", "ann", null);
    refuses(cursors, cursor, "gates", "bob", null);
    refuses(cursors, cursor, "gates", "ann", "null");
    refuses(cursors, cursor, "gatesann", "", null);
    refuses(cursors, cursor, "gates", "ann");
  }

  @Test
  void refusesChangedCursor() {
    byte[] bytes = Base64.getUrlDecoder().decode(cursors.seal("position", "gates"));
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      refuses(cursors, Base64.getUrlEncoder().withoutPadding().encodeToString(changed), "gates");
    }
    for (String none : new String[] {"", "x", "!", "position", "A".repeat(5_000)}) {
      refuses(cursors, none, "gates");
    }
  }

  @Test
  void anotherKeyOpensNothing() {
    String cursor = cursors.seal("position", "gates");

    refuses(new SealedCursors("t".repeat(32)), cursor, "gates");
    refuses(new SealedCursors(null), cursor, "gates");
    refuses(new SealedCursors(null), new SealedCursors(null).seal("position", "gates"), "gates");
  }

  private static void refuses(SealedCursors cursors, String cursor, Object... list) {
    assertThatThrownBy(() -> cursors.open(cursor, list))
        .as(cursor)
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.after");
  }
}
