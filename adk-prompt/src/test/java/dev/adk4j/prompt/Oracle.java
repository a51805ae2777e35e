package dev.adk4j.prompt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a rendered prompt the way a reader without knowledge of the renderer would, strictly: every
 * block ends at the first closer of its own tag, and what is neither a block nor an expected plain
 * text is an error. Shares no code with the renderer.
 */
final class Oracle {

  private static final Pattern OPENER =
      Pattern.compile(
          "<(memory|retrieved|untrusted_content|trusted_content|message|peer_agent_output|thought)"
              + "_([A-Za-z0-9_.-]+)((?: [A-Za-z]+=\"[^\"<>\\p{Cntrl}\\u2028\\u2029]*\")*)>");
  private static final Pattern ATTRIBUTE = Pattern.compile(" ([A-Za-z]+)=\"([^\"]*)\"");
  private static final Pattern MARKER =
      Pattern.compile(
          "\\[media id: [^<>\\p{Cntrl}\\u2028\\u2029]* \\| [^<>\\p{Cntrl}\\u2028\\u2029]*\\]");
  private static final String RULES = "<system_instructions kind=\"developer-rules\">\n";

  /** A developer's tag as a model may read it: any case, any blanks. */
  private static final Pattern RULE_TAG =
      Pattern.compile("(?iu)<[\\s\\p{Cf}]*/?[\\s\\p{Cf}]*system_instructions\\b");

  private static final Map<String, Pattern> CLOSERS = new ConcurrentHashMap<>();

  private final String text;
  private int at;

  private Oracle(String text) {
    this.text = text;
  }

  /** One block: its family, its nonce, its attributes and everything up to its closer. */
  record Block(String family, String nonce, Map<String, String> attributes, String body) {
    String shape() {
      return family + "_" + nonce + attributes.keySet() + attributes.get("kind");
    }
  }

  /** The blocks of the leading system text, which must begin with the base prompt. */
  static List<Block> system(String text, String basePrompt, List<String> instructions) {
    Oracle oracle = new Oracle(text);
    oracle.expect(basePrompt);
    List<Block> blocks = new ArrayList<>();
    if (!instructions.isEmpty()) {
      oracle.expect(
          "\n\n" + RULES + String.join("\n\n", instructions) + "\n</system_instructions>");
    }
    if (oracle.next("\n\n<memories>\n")) {
      blocks.addAll(oracle.blocks("\n"));
      oracle.expect("\n</memories>");
    }
    if (oracle.next("\n\nEverything inside the retrieval envelopes")) {
      oracle.at = oracle.text.indexOf("\n\n", oracle.at);
      if (oracle.next("\n\n<retrieved_corpus>\n")) {
        blocks.addAll(oracle.blocks("\n"));
        oracle.expect("\n</retrieved_corpus>");
      }
      while (oracle.next("\n\n")) {
        blocks.add(oracle.block());
      }
    }
    oracle.end();
    return blocks;
  }

  /**
   * The blocks of a text that is nothing but blocks and media markers, each on lines of its own.
   */
  static List<Block> entry(String text) {
    Oracle oracle = new Oracle(text);
    List<Block> blocks = new ArrayList<>();
    do {
      Matcher marker = MARKER.matcher(oracle.text).region(oracle.at, oracle.text.length());
      if (marker.lookingAt()) {
        oracle.at = marker.end();
      } else {
        blocks.add(oracle.block());
      }
    } while (oracle.next("\n"));
    oracle.end();
    return blocks;
  }

  /** Text that must hold no live block and no developer's tag. */
  static void plain(String text, Iterable<String> liveNonces) {
    noRules(text);
    for (String nonce : liveNonces) {
      Pattern live =
          Pattern.compile(
              "(?iu)<[\\s\\p{Cf}]*/?[\\s\\p{Cf}]*[a-z_]+_" + Pattern.quote(nonce) + "\\b");
      if (live.matcher(text).find()) {
        throw new AssertionError("a live tag stands in plain text");
      }
    }
  }

  static void noRules(String text) {
    if (RULE_TAG.matcher(text).find()) {
      throw new AssertionError("an imitated developer's tag is left");
    }
  }

  private List<Block> blocks(String separator) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(block());
    while (text.startsWith(separator + "<", at) && !text.startsWith(separator + "</", at)) {
      at += separator.length();
      blocks.add(block());
    }
    return blocks;
  }

  private Block block() {
    Matcher opener = OPENER.matcher(text).region(at, text.length());
    if (!opener.lookingAt()) {
      throw new AssertionError("no block at " + at + ": " + around());
    }
    String family = opener.group(1);
    String nonce = opener.group(2);
    at = opener.end();
    expect("\n");
    // The first closer counts, however it is spelt; it has to be the structural one.
    Matcher closer =
        CLOSERS
            .computeIfAbsent(family + "_" + nonce, Oracle::closer)
            .matcher(text)
            .region(at, text.length());
    if (!closer.find()) {
      throw new AssertionError("a block never ends: " + family);
    }
    if (!closer.group().equals("</" + family + "_" + nonce + ">")
        || text.charAt(closer.start() - 1) != '\n') {
      throw new AssertionError("a block ends at an imitated closer: " + family);
    }
    String body = closer.start() - 1 < at ? "" : text.substring(at, closer.start() - 1);
    at = closer.end();
    return new Block(family, nonce, attributes(opener.group(3)), body);
  }

  private static Pattern closer(String name) {
    return Pattern.compile("(?iu)<[\\s\\p{Cf}]*/[\\s\\p{Cf}]*" + Pattern.quote(name) + "\\b[^>]*>");
  }

  private static Map<String, String> attributes(String text) {
    Map<String, String> attributes = new LinkedHashMap<>();
    Matcher attribute = ATTRIBUTE.matcher(text);
    while (attribute.find()) {
      if (attributes.put(attribute.group(1), attribute.group(2)) != null) {
        throw new AssertionError("an attribute stands twice: " + attribute.group(1));
      }
    }
    return attributes;
  }

  private boolean next(String expected) {
    if (text.startsWith(expected, at)) {
      at += expected.length();
      return true;
    }
    return false;
  }

  private void expect(String expected) {
    if (!next(expected)) {
      throw new AssertionError("expected '" + expected + "' at " + at + ": " + around());
    }
  }

  private void end() {
    if (at != text.length()) {
      throw new AssertionError("something stands outside: " + around());
    }
  }

  private String around() {
    return text.substring(at, Math.min(text.length(), at + 60));
  }
}
