package dev.adk4j.springai.wire;

import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Counts what a provider's prompt cache would have of each request. A token is four characters of
 * the request's JSON. The prompt is the tools, then the system text, then the messages.
 */
interface PromptCache {

  /** Shorter beginnings are not kept. */
  long LEAST = 1024;

  int CHARACTERS_PER_TOKEN = 4;

  CachingProvider.Charged charge(JsonNode request);

  /**
   * As OpenAI does: the longest beginning that any earlier request had too, in steps of 128 tokens
   * from 1,024 on. Writing costs nothing extra.
   */
  static PromptCache automatic() {
    List<String> seen = new ArrayList<>();
    return request -> {
      StringBuilder all = new StringBuilder(request.path("tools").toString());
      request.path("messages").forEach(message -> all.append(message));
      String prompt = all.toString();
      int longest = seen.stream().mapToInt(earlier -> common(earlier, prompt)).max().orElse(0);
      seen.add(prompt);
      long steps = longest / CHARACTERS_PER_TOKEN / 128 * 128;
      return new CachingProvider.Charged(
          prompt.length() / CHARACTERS_PER_TOKEN, steps < LEAST ? 0 : steps, 0);
    };
  }

  private static int common(String a, String b) {
    int at = 0;
    int end = Math.min(a.length(), b.length());
    while (at < end && a.charAt(at) == b.charAt(at)) {
      at++;
    }
    return at;
  }

  /**
   * As Anthropic does: a mark keeps the blocks up to it. A later mark finds what was kept if it
   * ends at most 20 blocks before. What is kept and was not found is written.
   */
  static PromptCache marked() {
    Set<Beginning> kept = new HashSet<>();
    return request -> {
      List<Integer> marks = new ArrayList<>();
      List<Beginning> beginnings = beginnings(request, marks);
      int found = -1;
      for (int mark : marks) {
        for (int at = mark; at > mark - 20 && at > found; at--) {
          if (kept.contains(beginnings.get(at))) {
            found = at;
          }
        }
      }
      long read = found < 0 ? 0 : beginnings.get(found).tokens();
      long written = 0;
      for (int mark : marks) {
        Beginning upTo = beginnings.get(mark);
        if (upTo.tokens() >= LEAST) {
          kept.add(upTo);
          written = Math.max(written, upTo.tokens() - read);
        }
      }
      return new CachingProvider.Charged(beginnings.getLast().tokens(), read, written);
    };
  }

  /** The text up to and including a block, by its length and a hash. */
  record Beginning(long characters, long hash) {

    Beginning with(String text) {
      long more = hash;
      for (int at = 0; at < text.length(); at++) {
        more = (more ^ text.charAt(at)) * 1_099_511_628_211L;
      }
      return new Beginning(characters + text.length(), more);
    }

    long tokens() {
      return characters / CHARACTERS_PER_TOKEN;
    }
  }

  /** Returns the text up to and including each block, and adds the blocks that are marked. */
  private static List<Beginning> beginnings(JsonNode request, List<Integer> marks) {
    List<JsonNode> blocks = new ArrayList<>();
    request.path("tools").forEach(blocks::add);
    blocks(request.path("system"), "system", blocks);
    for (JsonNode message : request.path("messages")) {
      blocks(message.path("content"), message.path("role").asString(), blocks);
    }
    List<Beginning> beginnings = new ArrayList<>();
    Beginning all = new Beginning(0, 0);
    for (JsonNode block : blocks) {
      ObjectNode plain = (ObjectNode) block.deepCopy();
      if (plain.remove("cache_control") != null) {
        marks.add(beginnings.size());
      }
      all = all.with(JsonValue.of(plain).canonicalText());
      beginnings.add(all);
    }
    if (marks.size() > 4) {
      throw new AssertionError("The provider takes four marks, not " + marks.size());
    }
    return beginnings;
  }

  /** A text is a block of its own, marked or not, as the provider sees it. */
  private static void blocks(JsonNode content, String role, List<JsonNode> blocks) {
    if (content.isString()) {
      blocks.add(Json.mapper().createObjectNode().put("type", "text").set("text", content));
      ((ObjectNode) blocks.getLast()).put("role", role);
    } else {
      content.forEach(block -> blocks.add(((ObjectNode) block.deepCopy()).put("role", role)));
    }
  }
}
