package dev.adk4j.prompt;

import dev.adk4j.primitive.Identity;
import dev.adk4j.token.RenderContext;
import java.util.regex.Pattern;

/** Computes the two names of a participant. */
final class Names {

  private static final Pattern FOREIGN = Pattern.compile("[^A-Za-z0-9_-]+");
  private static final int LONGEST = 64;

  private Names() {}

  static String identifier(Identity identity) {
    return String.valueOf(identity.identifier());
  }

  /** Returns the participant's name for the model. */
  static String shown(Identity identity, RenderContext context) {
    String representation = identity.representation().render(context);
    return representation.isBlank() ? identifier(identity) : representation;
  }

  /** Returns the identifier reduced to the characters that a provider's name field accepts. */
  static String participant(Identity identity) {
    String name = FOREIGN.matcher(identifier(identity)).replaceAll("");
    if (name.isEmpty()) {
      return "_";
    }
    return name.length() <= LONGEST ? name : name.substring(0, LONGEST);
  }
}
