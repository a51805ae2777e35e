package dev.adk4j.build.central;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Breaks a bundle that is right in one place after the other. */
class CentralRulesTests {

  private static final String PARENT =
      """
      <project>
        <groupId>g.h</groupId><artifactId>parent</artifactId><version>1.0</version>
        <packaging>pom</packaging>
        <name>Parent</name>
        <description>What the others inherit</description>
        <url>${site}</url>
        <licenses><license><name>Apache-2.0</name><url>https://l.example</url></license></licenses>
        <developers><developer><name>We</name></developer></developers>
        <scm>
          <connection>scm:git:${site}</connection>
          <developerConnection>scm:git:${site}</developerConnection>
          <url>${site}</url>
        </scm>
        <properties><site>https://p.example</site></properties>
      </project>
      """;
  private static final String MODULE =
      """
      <project>
        <parent><groupId>g.h</groupId><artifactId>parent</artifactId><version>1.0</version></parent>
        <artifactId>module</artifactId>
        <name>Module</name>
        <description>A module</description>
      </project>
      """;

  @TempDir private Path folder;

  @BeforeEach
  void aBundleThatIsRight() throws Exception {
    write("parent", ".pom", PARENT);
    write("module", ".pom", MODULE);
    write("module", ".jar", jar("g.h.module"));
    write("module", "-sources.jar", jar(null));
    write("module", "-javadoc.jar", jar(null));
    Files.writeString(folder.resolve("g/h/module/maven-metadata.xml"), "made by Central");
  }

  @Test
  void findsNothingInABundleThatIsRight() throws Exception {
    assertThat(faults(false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"name", "description", "url", "licenses", "developers", "scm", "connection"})
  void namesAnElementThatIsMissing(String element) throws Exception {
    write("parent", ".pom", PARENT.replaceFirst("(?s)<" + element + ">.*?</" + element + ">", ""));
    assertThat(faults(true)).anyMatch(f -> f.startsWith("g.h:parent:1.0: the POM lacks "));
  }

  @ParameterizedTest
  @ValueSource(strings = {".jar", "-sources.jar", "-javadoc.jar"})
  void namesAJarThatIsMissing(String end) throws Exception {
    for (String companion : List.of("", ".md5", ".sha1", ".asc")) {
      Files.delete(file("module", end + companion));
    }
    assertThat(faults(true)).containsExactly("g.h:module:1.0: no module-1.0" + end);
  }

  @Test
  void namesAJarWithoutAModuleName() throws Exception {
    write("module", ".jar", jar(null));
    assertThat(faults(true))
        .containsExactly("g.h:module:1.0: the jar has no Automatic-Module-Name");
  }

  @ParameterizedTest
  @ValueSource(strings = {".md5", ".sha1"})
  void namesAChecksumThatIsMissingOrAnotherFiles(String end) throws Exception {
    Path checksum = file("module", ".jar" + end);
    Files.writeString(checksum, "00");
    assertThat(faults(true))
        .containsExactly("g/h/module/1.0/module-1.0.jar: another file's checksum " + end);
    Files.delete(checksum);
    assertThat(faults(true)).containsExactly("g/h/module/1.0/module-1.0.jar: no checksum " + end);
  }

  @Test
  void forgivesAMissingSignatureInARehearsalOnly() throws Exception {
    Files.delete(file("module", ".jar.asc"));
    assertThat(faults(true)).isEmpty();
    assertThat(faults(false)).containsExactly("g/h/module/1.0/module-1.0.jar: no signature");
  }

  @Test
  void forgivesPlaceholdersInARehearsalOnly() throws Exception {
    write("parent", ".pom", PARENT.replace("https://p.example", "https://p.invalid"));
    assertThat(faults(true)).isEmpty();
    assertThat(faults(false))
        .contains("g.h:module:1.0: url is still the placeholder https://p.invalid");
  }

  /** What is replaced in the POM of the module, or of the parent, and the fault by that. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          parent | site> | other> | 8 | the POM lacks url
          module | </project> | <dependencies><dependency><version>2-SNAPSHOT</version></dependency></dependencies></project> | 1 | the POM names a snapshot
          module | </project> | <repositories/></project> | 1 | the POM has a section repositories
          module | <version>1.0</version> | <version>2.0</version> | 9 | the parent g.h:parent:2.0 is not in the bundle
          module | >module< | >modul< | 1 | the POM is that of g.h:modul:1.0
          """)
  void namesWhatIsWrongInAPom(
      String artifact, String before, String after, int faults, String fault) throws Exception {
    String pom = artifact.equals("parent") ? PARENT : MODULE;
    write(artifact, ".pom", pom.replace(before, after));
    assertThat(faults(false)).contains("g.h:module:1.0: " + fault).hasSize(faults);
  }

  @Test
  void readsTheTimeOfASnapshotAsTheWord() throws Exception {
    Path from = Files.createDirectories(folder.resolve("g/x/2-SNAPSHOT"));
    Files.writeString(from.resolve("x-2-20260101.101112-3-sources.jar"), "");
    assertThat(StagedFiles.in(folder).files())
        .containsKey("g/x/2-SNAPSHOT/x-2-SNAPSHOT-sources.jar");
  }

  @Test
  void refusesAnEmptyFolder() throws Exception {
    assertThat(new CentralRules(StagedFiles.in(folder.resolve("none")), true).faults())
        .containsExactly("nothing was staged");
  }

  @Test
  void writesTheSameBytesTwice() throws Exception {
    CentralBundle.write(StagedFiles.in(folder), folder.resolveSibling("a.zip"));
    Files.setLastModifiedTime(
        file("module", ".jar"), java.nio.file.attribute.FileTime.fromMillis(0));
    CentralBundle.write(StagedFiles.in(folder), folder.resolveSibling("b.zip"));
    assertThat(folder.resolveSibling("b.zip"))
        .hasSameBinaryContentAs(folder.resolveSibling("a.zip"));
  }

  private List<String> faults(boolean rehearsal) throws IOException {
    return new CentralRules(StagedFiles.in(folder), rehearsal).faults();
  }

  private Path file(String artifact, String end) {
    return folder.resolve("g/h/" + artifact + "/1.0/" + artifact + "-1.0" + end);
  }

  private void write(String artifact, String end, String text) throws Exception {
    write(artifact, end, text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(String artifact, String end, byte[] bytes) throws Exception {
    Path file = file(artifact, end);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    Files.writeString(file(artifact, end + ".asc"), "signature");
    for (String algorithm : List.of("MD5", "SHA-1")) {
      String digest = HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
      String suffix = "." + algorithm.toLowerCase().replace("-", "");
      Files.writeString(file(artifact, end + suffix), digest);
    }
  }

  private static byte[] jar(String module) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (module != null) {
      manifest.getMainAttributes().putValue("Automatic-Module-Name", module);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new JarOutputStream(bytes, manifest).close();
    return bytes.toByteArray();
  }
}
