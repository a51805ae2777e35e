package dev.adk4j.prompt;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Wraps text so that its beginning and end are recognizable for a model: {@code <family_nonce …>},
 * the text, {@code </family_nonce>}, each tag on its own line. The text is not escaped, since the
 * nonce keeps it inside. A tag of the same envelope within the text is neutralized, so that the
 * block always ends with its own closing tag. Immutable.
 *
 * @since 0.1.0
 */
public final class Envelope {

  private static final Pattern FAMILY = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_.-]+");

  private final String name;
  private final String attributes;

  private Envelope(String name, String attributes) {
    this.name = name;
    this.attributes = attributes;
  }

  /**
   * Returns an envelope without attributes.
   *
   * @throws IllegalArgumentException if family or nonce are not valid in a tag
   */
  public static Envelope of(String family, String nonce) {
    if (!FAMILY.matcher(family).matches() || !NONCE.matcher(nonce).matches()) {
      throw new IllegalArgumentException(
          "an envelope's family and nonce must fit a tag, family was '" + family + "'");
    }
    return new Envelope(family + '_' + nonce, "");
  }

  /** Returns this envelope with an additional attribute; unchanged if the value is null. */
  public Envelope with(String attribute, @Nullable String value) {
    return value == null
        ? this
        : new Envelope(name, attributes + ' ' + attribute + "=\"" + Escapes.attribute(value) + '"');
  }

  /** Returns the text in this envelope. */
  public String wrap(String text) {
    String body = Imitations.ofTag(name).defuse(text);
    return '<' + name + attributes + ">\n" + body + "\n</" + name + '>';
  }
}
