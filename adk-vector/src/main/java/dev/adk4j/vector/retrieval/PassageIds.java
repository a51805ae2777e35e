package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.Sha256;
import dev.adk4j.primitive.TrustTier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates passages whose id is a hash of their content and of their owner. Numbers equal ones. */
final class PassageIds {

  /** Part of every id: another hash algorithm creates other passages. */
  private static final String VERSION = "1";

  private final Map<String, Integer> copies = new HashMap<>();
  private final String owner;

  /**
   * @param owner key of the owner; empty for all users
   */
  PassageIds(String owner) {
    this.owner = owner;
  }

  List<Passage> passages(
      String source, List<DocumentSplitter.Section> sections, TrustTier trustTier) {
    return sections.stream().map(section -> passage(source, section, trustTier)).toList();
  }

  private Passage passage(String source, DocumentSplitter.Section section, TrustTier trustTier) {
    String content =
        String.join(
            "\0",
            owner + VERSION,
            source,
            section.anchor(),
            section.text(),
            String.join("\0", section.titlePath()));
    int copy = copies.merge(hash(content), 1, Integer::sum);
    return new Passage(
        hash(content + "\0" + copy),
        section.text(),
        section.titlePath(),
        source,
        section.anchor(),
        null,
        trustTier);
  }

  /** The first half of the digest is enough to distinguish passages. */
  private static String hash(String content) {
    return Sha256.hex(content).substring(0, 32);
  }
}
