package dev.adk4j.springai.wire;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The random names of the marks around contents, which may hold any short word by chance. */
final class Nonces {

  private static final Pattern NONCE = Pattern.compile("(</?[a-z_]+_)[a-z2-7]{26}\\b");

  private Nonces() {}

  /** The request's text, the marks without their random part. */
  static String cutFrom(JsonNode request) {
    return NONCE.matcher(request.toString()).replaceAll("$1");
  }
}
