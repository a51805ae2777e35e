package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the bill of materials with the modules that are published. */
class BillOfMaterialsTests {

  private static final String BOM = "adk-bom";

  private static final Pattern PLUGIN =
      Pattern.compile("<artifactId>([a-z-]+-plugin)</artifactId>\\s*<version>([^<]+)<");

  /** Those that have to be newer than in Spring AI's own bill, so that no page repeats them. */
  private static final Set<String> OF_SPRING_AI =
      Set.of("spring-ai-commons", "spring-ai-model", "spring-ai-openai");

  @Test
  void namesExactlyThePublishedModules() throws IOException {
    BuildFacts maven = MavenBuild.read(BuildParity.root());
    TreeSet<String> published = new TreeSet<>(maven.published);
    assertThat(published.remove(BOM)).as("the bill itself is published").isTrue();
    List<String> named =
        Stream.concat(
                published.stream().map(m -> "api dev.adk4j:" + m),
                OF_SPRING_AI.stream().map(m -> "api org.springframework.ai:" + m))
            .toList();
    assertThat(maven.modules.get(BOM)).containsExactlyInAnyOrderElementsOf(named);
  }

  @Test
  void importsNoVersionsOfOtherLibraries() throws IOException {
    String pom = Files.readString(BuildParity.root().resolve(BOM + "/pom.xml"));
    assertThat(pom)
        .as("a parent's managed versions would be imported, too")
        .doesNotContain("<parent>");
    assertThat(pom).doesNotContain("<scope>import</scope>");
  }

  @Test
  void hasThePluginVersionsOfTheRoot() throws IOException {
    assertThat(plugins("pom.xml")).containsAllEntriesOf(plugins(BOM + "/pom.xml"));
  }

  private static TreeMap<String, String> plugins(String pom) throws IOException {
    TreeMap<String, String> versions = new TreeMap<>();
    PLUGIN
        .matcher(Files.readString(BuildParity.root().resolve(pom)))
        .results()
        .forEach(plugin -> versions.put(plugin.group(1), plugin.group(2)));
    return versions;
  }
}
