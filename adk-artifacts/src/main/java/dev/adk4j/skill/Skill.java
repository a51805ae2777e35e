package dev.adk4j.skill;

import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One skill, in text form only.
 *
 * @param description in one line
 * @param body the text of {@code SKILL.md} after its front matter
 * @param files the other files that a model may read, by path below the folder
 */
record Skill(String name, String description, String body, SortedMap<String, String> files) {

  static final String FILE = "SKILL.md";

  private static final int LONGEST_DESCRIPTION = 1_024;
  private static final Pattern NAME = Pattern.compile("(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*");
  private static final String NAME_RULE =
      "must have the name of its folder, in at most 64 small letters, digits and single dashes";
  private static final String DESCRIPTION_RULE =
      "must have a description, a text of at most 1024 characters: a model chooses by it";

  /**
   * Reads a skill.
   *
   * @param path of the folder, for the violations
   * @param text of {@code SKILL.md}
   * @return null if violations were added
   */
  static @Nullable Skill of(
      String path,
      String folder,
      String text,
      SortedMap<String, String> files,
      Violations violations) {
    Optional<JsonValue> front;
    try {
      front = new SpooledMarkdownArtifact(SpoolReader.of(text)).mdFrontmatter();
    } catch (AdkException | IOException e) {
      violations.add(path, "skill", String.valueOf(e.getMessage()));
      return null;
    }
    if (front.isEmpty()) {
      violations.add(path, "skill", "must begin with front matter: name, description, between ---");
      return null;
    }
    JsonNode node = front.get().node();
    String name = node.path("name").stringValue("");
    String description =
        node.path("description").stringValue("").replaceAll("[\\s\\p{Z}\\p{Cc}]+", " ").strip();
    boolean named = NAME.matcher(name).matches() && name.equals(folder);
    boolean described = !description.isEmpty() && description.length() <= LONGEST_DESCRIPTION;
    violations.check(named, path, "skill", NAME_RULE);
    violations.check(described, path, "skill", DESCRIPTION_RULE);
    return named ? new Skill(name, description, body(text), files) : null;
  }

  private static String body(String text) {
    return text.lines()
        .skip(1)
        .dropWhile(line -> !line.strip().equals("---"))
        .skip(1)
        .collect(Collectors.joining("\n"))
        .strip();
  }
}
