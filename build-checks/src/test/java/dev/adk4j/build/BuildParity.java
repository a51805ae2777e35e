package dev.adk4j.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Lists in what the two builds of one source tree differ. */
final class BuildParity {

  private BuildParity() {}

  static List<String> differences(Path root) throws IOException {
    BuildFacts maven = MavenBuild.read(root);
    BuildFacts gradle = GradleBuild.read(root);
    List<String> differences = new ArrayList<>();
    differences.addAll(maven.problems);
    differences.addAll(gradle.problems);
    compareValues("", maven.settings, gradle.settings, differences);
    compareValues("version of ", maven.versions, gradle.versions, differences);
    without(maven.published, gradle.published)
        .forEach(m -> differences.add("module " + m + ": only Maven publishes it"));
    without(gradle.published, maven.published)
        .forEach(m -> differences.add("module " + m + ": only Gradle publishes it"));
    for (String module : union(maven.modules, gradle.modules)) {
      SortedSet<String> inMaven = maven.modules.get(module);
      SortedSet<String> inGradle = gradle.modules.get(module);
      if (inMaven == null || inGradle == null) {
        differences.add("module " + module + ": only in " + (inMaven == null ? "Gradle" : "Maven"));
      } else {
        without(inMaven, inGradle).forEach(d -> differences.add(module + ": Gradle lacks " + d));
        without(inGradle, inMaven).forEach(d -> differences.add(module + ": Maven lacks " + d));
      }
    }
    return differences;
  }

  /** The folder that holds both builds: the nearest one above the working directory. */
  static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("settings.gradle.kts"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no settings.gradle.kts above " + start);
  }

  private static void compareValues(
      String what,
      Map<String, String> maven,
      Map<String, String> gradle,
      List<String> differences) {
    for (String name : union(maven, gradle)) {
      String inMaven = maven.getOrDefault(name, "nothing");
      String inGradle = gradle.getOrDefault(name, "nothing");
      if (!inMaven.equals(inGradle)) {
        differences.add(what + name + ": Maven has " + inMaven + ", Gradle has " + inGradle);
      }
    }
  }

  private static SortedSet<String> union(Map<String, ?> a, Map<String, ?> b) {
    SortedSet<String> names = new TreeSet<>(a.keySet());
    names.addAll(b.keySet());
    return names;
  }

  private static SortedSet<String> without(SortedSet<String> all, SortedSet<String> some) {
    SortedSet<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }
}
