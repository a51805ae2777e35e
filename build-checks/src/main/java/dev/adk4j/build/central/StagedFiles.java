package dev.adk4j.build.central;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a folder that Maven deployed to, by their path in the bundle. Left out is what
 * Central makes itself (metadata) or does not ask for (checksums of signatures). The time stamps
 * that Maven gives to snapshots become {@code SNAPSHOT} again.
 */
final class StagedFiles {

  private static final Pattern SNAPSHOT =
      Pattern.compile("(.*)/([^/]+)-SNAPSHOT/([^/]+-)\\2-\\d{8}\\.\\d{6}-\\d+([.-][^/]*)");
  private static final Pattern LEFT_OUT =
      Pattern.compile("(.*/)?maven-metadata[^/]*|.*\\.asc\\.(md5|sha1|sha256|sha512)");

  private final SortedMap<String, Path> files;

  private StagedFiles(SortedMap<String, Path> files) {
    this.files = files;
  }

  static StagedFiles in(Path folder) throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> tree = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) tree.filter(Files::isRegularFile)::iterator) {
          String name = folder.relativize(file).toString().replace('\\', '/');
          if (!LEFT_OUT.matcher(name).matches()) {
            files.put(withoutTime(name), file);
          }
        }
      }
    }
    return new StagedFiles(files);
  }

  private static String withoutTime(String name) {
    Matcher stamped = SNAPSHOT.matcher(name);
    return stamped.matches() ? stamped.replaceFirst("$1/$2-SNAPSHOT/$3$2-SNAPSHOT$4") : name;
  }

  SortedMap<String, Path> files() {
    return Collections.unmodifiableSortedMap(files);
  }

  /** The artifacts, each by its folder, group, name and version. */
  List<Component> components() {
    List<Component> components = new ArrayList<>();
    for (String file : files.keySet()) {
      String folder = file.contains("/") ? file.substring(0, file.lastIndexOf('/')) : "";
      if (components.isEmpty() || !components.getLast().folder().equals(folder)) {
        components.add(Component.of(folder));
      }
    }
    return components;
  }

  /** An artifact in all its files, which share the beginning of their names. */
  record Component(String folder, String group, String artifact, String version) {

    static Component of(String folder) {
      String[] parts = folder.split("/");
      if (parts.length < 3) {
        return new Component(folder, "", folder, "");
      }
      String group = String.join(".", List.of(parts).subList(0, parts.length - 2));
      return new Component(folder, group, parts[parts.length - 2], parts[parts.length - 1]);
    }

    String file(String end) {
      return folder + "/" + artifact + "-" + version + end;
    }

    @Override
    public String toString() {
      return group + ":" + artifact + ":" + version;
    }
  }
}
