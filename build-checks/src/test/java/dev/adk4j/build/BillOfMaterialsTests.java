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

  /** Bills that no page has to repeat, and what has to be newer than in Spring AI's own. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "org.springframework.ai:spring-ai-bom",
          "org.springframework.ai:spring-ai-commons",
          "org.springframework.ai:spring-ai-model",
          "org.springframework.ai:spring-ai-openai",
          "io.netty:netty-bom");

  @Test
  void namesExactlyThePublishedModules() throws IOException {
    BuildFacts maven = MavenBuild.read(BuildParity.root());
    TreeSet<String> published = new TreeSet<>(maven.published);
    assertThat(published.remove(BOM)).as("the bill itself is published").isTrue();
    List<String> named =
        Stream.concat(
                published.stream().map(m -> "api dev.adk4j:" + m),
                OF_OTHERS.stream().map(m -> "api " + m))
            .toList();
    assertThat(maven.modules.get(BOM)).containsExactlyInAnyOrderElementsOf(named);
  }

  @Test
  void importsTheBillsOfSpringAiAndNettyAndNoOthers() throws IOException {
    String pom = Files.readString(BuildParity.root().resolve(BOM + "/pom.xml"));
    assertThat(pom)
        .as("a parent's managed versions would be imported, too")
        .doesNotContain("<parent>");
    assertThat(pom.split("<scope>import</scope>", -1)).hasSize(3);
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
