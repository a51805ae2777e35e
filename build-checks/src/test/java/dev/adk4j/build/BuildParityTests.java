package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class BuildParityTests {

  @Test
  void mavenAndGradleBuildTheSame() throws IOException {
    assertThat(BuildParity.differences(BuildParity.root()))
        .as(
            "differences between the Maven build (pom.xml) and the Gradle build (build.gradle.kts, gradle/libs.versions.toml)")
        .isEmpty();
  }
}
