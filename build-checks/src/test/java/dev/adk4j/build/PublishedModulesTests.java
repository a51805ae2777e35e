package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Reads in the POMs whether a stranger can install the modules and Maven Central takes them. */
class PublishedModulesTests {

  private static final Path ROOT = BuildParity.root();
  private static final Pattern PLACEHOLDER =
      Pattern.compile("<(adk\\.project\\.[a-z]+)>([^<]+)</\\1>");

  @Test
  void onlyModulesForOthersAreInstalledAndDeployed() throws IOException {
    SortedSet<String> installed = new TreeSet<>();
    for (String module : modules()) {
      if (!pom(module).contains("<maven.install.skip>true</maven.install.skip>")) {
        installed.add(module);
      }
    }
    assertThat(installed).containsExactlyElementsOf(MavenBuild.read(ROOT).published);
  }

  @Test
  void publishedModuleIsNamedAndDescribed() throws IOException {
    for (String module : MavenBuild.read(ROOT).published) {
      assertThat(pom(module)).as(module).contains("<name>", "<description>");
    }
  }

  @Test
  void publishedModuleWithoutClassesStillHasAJar() throws IOException {
    for (String module : MavenBuild.read(ROOT).published) {
      if (!pom(module).contains("<packaging>pom</packaging>")
          && !Files.isDirectory(ROOT.resolve(module + "/src/main"))) {
        assertThat(pom(module)).as(module).contains("<skipIfEmpty>false</skipIfEmpty>");
      }
    }
  }

  @Test
  void nameForTheModulePathIsThatOfTheArtifact() throws IOException {
    for (String module : modules()) {
      if (!pom(module).contains("<packaging>pom</packaging>")) {
        String name = "dev.adk4j." + module.replaceFirst("^adk-", "").replace('-', '.');
        assertThat(pom(module))
            .as(module)
            .contains("<adk.module-name>" + name + "</adk.module-name>");
      }
    }
  }

  @Test
  void publishedPomNamesNoRepository() throws IOException {
    for (String module : MavenBuild.read(ROOT).published) {
      assertThat(pom(module)).as(module).doesNotContain("epositories>");
    }
    assertThat(pom(".")).doesNotContain("epositories>");
  }

  @Test
  void placeholdersAreThoseOfTheRootAndDescribed() throws IOException {
    Map<String, String> placeholders = placeholders(".");
    assertThat(placeholders).hasSize(3);
    assertThat(placeholders("adk-bom")).isEqualTo(placeholders);
    assertThat(Files.readString(ROOT.resolve("RELEASING.md"))).contains(placeholders.keySet());
  }

  /** The template has versions of its own, because it is copied out of this tree. */
  @Test
  void templateHasTheVersionsOfTheRoot() throws IOException {
    String boot = property("spring-boot.version");
    String adk = first("<artifactId>adk-parent</artifactId>\\s*<version>([^<]+)<");
    assertThat(pom("templates/agent-app"))
        .contains("<version>" + boot + "</version>")
        .contains("<adk.version>" + adk + "</adk.version>");
    assertThat(Files.readString(ROOT.resolve("templates/agent-app/build.gradle.kts")))
        .contains("id(\"org.springframework.boot\") version \"" + boot + "\"")
        .contains("dev.adk4j:adk-bom:" + adk);
  }

  /** Both builds of the template, by group and name. */
  @Test
  void templateHasTheSameDependenciesInBothBuilds() throws IOException {
    SortedSet<String> maven = new TreeSet<>();
    find(
            pom("templates/agent-app"),
            "<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>(?=[^/]*(?:<scope>|</dependency>|<version>\\$|<type>))")
        .forEach(d -> maven.add(d.group(1) + ":" + d.group(2)));
    SortedSet<String> gradle = new TreeSet<>();
    find(
            Files.readString(ROOT.resolve("templates/agent-app/build.gradle.kts")),
            "(?:mplementation|Only)\\((?:platform\\()?\"([\\w.]+:[\\w-]+)")
        .forEach(d -> gradle.add(d.group(1)));
    gradle.remove("org.junit.platform:junit-platform-launcher"); // Gradle alone needs it
    assertThat(gradle).isEqualTo(maven);
  }

  private static SortedSet<String> modules() throws IOException {
    return new TreeSet<>(MavenBuild.read(ROOT).modules.keySet());
  }

  private static Map<String, String> placeholders(String module) throws IOException {
    return find(pom(module), PLACEHOLDER.pattern())
        .collect(Collectors.toMap(p -> p.group(1), p -> p.group(2), (a, b) -> b, TreeMap::new));
  }

  private static String property(String name) throws IOException {
    return first("<" + Pattern.quote(name) + ">([^<]+)<");
  }

  private static String first(String pattern) throws IOException {
    return find(pom("."), pattern).findFirst().orElseThrow().group(1);
  }

  private static java.util.stream.Stream<MatchResult> find(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results();
  }

  private static String pom(String module) throws IOException {
    return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
  }
}
