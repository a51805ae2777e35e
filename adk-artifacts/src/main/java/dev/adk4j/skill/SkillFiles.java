package dev.adk4j.skill;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Collects the texts of skills within limits, and builds skills from them. For single use. */
final class SkillFiles {

  private static final int MOST_SKILLS = 100;
  private static final int MOST_FILES = 2_000;
  private static final int LARGEST = 64 << 10;
  private static final long MOST_BYTES = 16L << 20;

  private final Violations violations = new Violations();
  private final List<Place> places = new ArrayList<>();
  private int files;
  private long bytes;

  /** The texts of one source by the folder of the skill, and by path below it. */
  private record Place(String name, SortedMap<String, SortedMap<String, String>> folders) {}

  private Place place(String name) {
    Place place = new Place(name, new TreeMap<>());
    places.add(place);
    return place;
  }

  void add(String origin, Map<String, byte[]> contents) {
    Place place = place(origin);
    contents.forEach((path, content) -> keep(place, path, content));
  }

  void addFolder(Path folder) {
    Place place = place(folder.toString());
    try {
      Path root = folder.toRealPath();
      boolean isSkill = Files.exists(root.resolve(Skill.FILE), LinkOption.NOFOLLOW_LINKS);
      Path base = isSkill ? Optional.ofNullable(root.getParent()).orElse(root) : root;
      try (Stream<Path> paths = Files.walk(root)) {
        for (Path path : (Iterable<Path>) paths::iterator) {
          if (!("/" + slashed(root, path)).contains("/.")) {
            add(place, slashed(base, path), path);
          }
        }
      }
    } catch (IOException | UncheckedIOException e) {
      violations.add(place.name, "location", "cannot be read (" + e + ")");
    }
  }

  private static String slashed(Path from, Path to) {
    return from.relativize(to).toString().replace('\\', '/');
  }

  private void add(Place place, String path, Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      violations.add(place.name + "/" + path, "link", "must not be a symbolic link");
    } else if (files <= MOST_FILES && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        keep(place, path, in.readNBytes(LARGEST + 1));
      }
    }
  }

  /** Adds a text; skips content that a model cannot read, or only in part. */
  private void keep(Place place, String path, byte[] content) {
    int slash = path.indexOf('/');
    if (slash <= 0 || ++files > MOST_FILES || bytes > MOST_BYTES) {
      return;
    }
    Map<String, String> texts =
        place.folders.computeIfAbsent(path.substring(0, slash), folder -> new TreeMap<>());
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      if (content.length <= LARGEST) {
        bytes += content.length;
        texts.put(path.substring(slash + 1), text);
      }
    } catch (CharacterCodingException e) {
      // such as an image, which a model cannot read as text
    }
  }

  /** Returns the skills, or throws all violations. */
  List<Skill> read() {
    Map<String, String> placeOf = new LinkedHashMap<>();
    List<Skill> skills = new ArrayList<>();
    for (Place place : places) {
      check(!place.folders.isEmpty(), place.name, "has no folder with a " + Skill.FILE);
      place.folders.forEach(
          (folder, texts) -> {
            String path = place.name + "/" + folder;
            String other = placeOf.putIfAbsent(folder, place.name);
            check(
                other == null,
                path,
                "is a second skill '" + folder + "', next to that of " + other);
            String text = texts.remove(Skill.FILE);
            check(text != null, path, "has no " + Skill.FILE + ", in UTF-8 and at most 64 KB");
            Skill skill = text == null ? null : Skill.of(path, folder, text, texts, violations);
            if (skill != null) {
              skills.add(skill);
            }
          });
    }
    check(skills.size() <= MOST_SKILLS, "$.skills", "must be at most " + MOST_SKILLS);
    check(files <= MOST_FILES, "$.files", "must be at most " + MOST_FILES);
    check(bytes <= MOST_BYTES, "$.files", "must have at most " + (MOST_BYTES >> 20) + " MB");
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return skills;
  }

  private void check(boolean holds, String path, String message) {
    violations.check(holds, path, "skill", message);
  }
}
