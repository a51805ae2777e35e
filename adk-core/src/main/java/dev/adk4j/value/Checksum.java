package dev.adk4j.value;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/**
 * Recognises a tool call by what it asks for: SHA-256 over the canonical JSON of its name and
 * arguments. Serves as the call id of execution events, as {@code ToolCall.checksum}, and for
 * finding calls that repeat. Numbers count as their nearest double, so different calls may have the
 * same checksum: a decision is bound to a {@link CallDigest}. Thread-safe.
 */
public final class Checksum {

  private static final HexFormat HEX = HexFormat.of();

  private Checksum() {}

  /** 64 lower-case hex digits. */
  public static String of(String tool, JsonNode args) {
    // The canonical form of {"tool": …, "args": …}, whose keys sort this way round.
    StringBuilder text = new StringBuilder(256).append("{\"args\":");
    CanonicalJson.write(args, text);
    text.append(",\"tool\":");
    CanonicalJson.text(tool, text);
    return sha256(text.append('}').toString());
  }

  public static String of(String tool, JsonValue args) {
    return of(tool, args.raw());
  }

  static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HEX.formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
