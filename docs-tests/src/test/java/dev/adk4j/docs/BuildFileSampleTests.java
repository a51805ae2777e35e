package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Every XML block is well-formed, and the artifacts of ours that pages name are published under
 * that name and version. Whole POMs are built by {@link FirstHourTests}.
 */
class BuildFileSampleTests {

  private static final Pattern GRADLE = Pattern.compile("\"(dev\\.adk4j:[\\w-]+:[^\"]+)\"");

  @TestFactory
  Stream<DynamicTest> ownArtifactsAreNamedAsTheyArePublished() {
    return Repository.pages().stream()
        .flatMap(page -> page.samples().stream())
        .filter(s -> s.language().equals("xml") || s.language().equals("kotlin"))
        .map(s -> DynamicTest.dynamicTest(s.place(), () -> assertThat(problems(s)).isEmpty()));
  }

  @Test
  void anArtifactWeDoNotPublishIsFound() {
    var page =
        MarkdownPage.of(
            Repository.ROOT.resolve("docs/broken.md"),
            """
            ```xml
            <dependency>
              <groupId>dev.adk4j</groupId>
              <artifactId>adk-no-storage</artifactId>
              <version>0.1.0-SNAPSHOT</version>
            </dependency>
            ```
            """);
    assertThat(problems(page.samples().getFirst()))
        .containsExactly("dev.adk4j:adk-no-storage:0.1.0-SNAPSHOT is not published");
  }

  private static final Pattern PROPERTY = Pattern.compile("\\$\\{(.+)}");

  private static List<String> problems(Sample sample) {
    List<String> named = new ArrayList<>();
    if (sample.language().equals("kotlin")) {
      Matcher gradle = GRADLE.matcher(sample.text());
      while (gradle.find()) {
        named.add(gradle.group(1));
      }
    } else {
      named.addAll(ownDependencies(sample.text()));
    }
    return named.stream().filter(c -> !published(c)).map(c -> c + " is not published").toList();
  }

  private static List<String> ownDependencies(String xml) {
    List<String> named = new ArrayList<>();
    NodeList dependencies = parse(xml).getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      if (text(dependency, "groupId").equals("dev.adk4j")) {
        named.add("dev.adk4j:" + text(dependency, "artifactId") + ":" + version(xml, dependency));
      }
    }
    return named;
  }

  /**
   * Returns the version, by its property where it is one; the bill of materials' if none is there.
   */
  private static String version(String xml, Element dependency) {
    String stated = text(dependency, "version");
    if (stated.isEmpty()) {
      return PublishedArtifacts.version();
    }
    Matcher property = PROPERTY.matcher(stated);
    return property.matches() ? text(parse(xml).getDocumentElement(), property.group(1)) : stated;
  }

  private static Document parse(String xml) {
    try {
      String rooted = "<root>" + xml.replaceFirst("<\\?xml.*?\\?>", "") + "</root>";
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(rooted)));
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + e.getMessage(), e);
    }
  }

  private static String text(Element parent, String name) {
    NodeList found = parent.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }

  private static boolean published(String coordinate) {
    String[] parts = coordinate.split(":");
    var pom = Repository.ROOT.resolve(parts[1]).resolve("pom.xml");
    return Files.exists(pom)
        && parts[2].equals(PublishedArtifacts.version())
        && !Repository.text(parts[1] + "/pom.xml").contains("<maven.deploy.skip>true");
  }
}
