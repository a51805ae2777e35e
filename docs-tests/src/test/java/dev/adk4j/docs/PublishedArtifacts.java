package dev.adk4j.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads in the POMs what others can depend on. */
final class PublishedArtifacts {

  private PublishedArtifacts() {}

  static boolean publishes(String artifact) {
    Path pom = Repository.ROOT.resolve(artifact).resolve("pom.xml");
    return Files.exists(pom)
        && !Repository.text(artifact + "/pom.xml")
            .contains("<maven.deploy.skip>true</maven.deploy.skip>");
  }

  static String version() {
    Matcher version =
        Pattern.compile("<artifactId>adk-parent</artifactId>\\s*<version>([^<]+)<")
            .matcher(Repository.text("pom.xml"));
    if (!version.find()) {
      throw new IllegalStateException("the root POM has no version");
    }
    return version.group(1);
  }
}
