package dev.adk4j.build.central;

import dev.adk4j.build.central.StagedFiles.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipException;

/**
 * Finds what Maven Central refuses in a bundle. A rehearsal is unsigned: signatures may be absent,
 * the version may be a snapshot and the URLs may be placeholders; nothing else is forgiven.
 */
final class CentralRules {

  private static final List<String> REQUIRED =
      List.of(
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");
  private static final Map<String, String> CHECKSUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1");

  private final StagedFiles staged;
  private final boolean rehearsal;
  private final Map<String, PublishedPom> poms = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  CentralRules(StagedFiles staged, boolean rehearsal) {
    this.staged = staged;
    this.rehearsal = rehearsal;
  }

  List<String> faults() throws IOException {
    if (staged.files().isEmpty()) {
      faults.add("nothing was staged");
    }
    for (Component component : staged.components()) {
      if (staged.files().containsKey(component.file(".pom"))) {
        checkPom(component, pom(component));
      } else {
        fault(component, "no POM");
      }
    }
    for (Map.Entry<String, Path> file : staged.files().entrySet()) {
      checkFile(file.getKey(), file.getValue());
    }
    return faults;
  }

  private void checkPom(Component component, PublishedPom pom) throws IOException {
    String says = pom.text("groupId") + ":" + pom.text("artifactId") + ":" + pom.text("version");
    if (!says.equals(component.toString())) {
      fault(component, "the POM is that of " + says);
    }
    for (String element : REQUIRED) {
      String text = pom.text(element);
      if (text.isEmpty() || text.contains("${")) {
        fault(component, "the POM lacks " + element);
      } else if (!rehearsal && text.contains(".invalid")) {
        fault(component, element + " is still the placeholder " + text);
      }
    }
    for (String section : List.of("repositories", "pluginRepositories")) {
      if (pom.has(section)) {
        fault(component, "the POM has a section " + section);
      }
    }
    if (!rehearsal) {
      checkVersions(component, pom);
    }
    if (!pom.text("packaging").equals("pom")) {
      checkJars(component);
    }
  }

  private void checkVersions(Component component, PublishedPom pom) {
    if (component.version().endsWith("-SNAPSHOT")) {
      fault(component, "the version is a snapshot");
    }
    if (pom.versions().stream().anyMatch(version -> version.endsWith("-SNAPSHOT"))) {
      fault(component, "the POM names a snapshot");
    }
  }

  private void checkJars(Component component) throws IOException {
    for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
      Path jar = staged.files().get(component.file(end));
      if (jar == null) {
        fault(component, "no " + component.artifact() + "-" + component.version() + end);
      } else {
        checkJar(component, jar, end);
      }
    }
  }

  private void checkJar(Component component, Path jar, String end) throws IOException {
    try (JarFile opened = new JarFile(jar.toFile())) {
      if (end.equals(".jar")
          && (opened.getManifest() == null
              || opened.getManifest().getMainAttributes().getValue("Automatic-Module-Name")
                  == null)) {
        fault(component, "the jar has no Automatic-Module-Name");
      }
    } catch (ZipException e) {
      fault(component, end + " is no jar: " + e.getMessage());
    }
  }

  private void checkFile(String name, Path file) throws IOException {
    boolean companion =
        name.endsWith(".asc") || CHECKSUMS.keySet().stream().anyMatch(name::endsWith);
    if (companion) {
      return;
    }
    for (Map.Entry<String, String> checksum : CHECKSUMS.entrySet()) {
      Path beside = staged.files().get(name + checksum.getKey());
      if (beside == null) {
        faults.add(name + ": no checksum " + checksum.getKey());
      } else if (!Files.readString(beside).strip().equals(digest(checksum.getValue(), file))) {
        faults.add(name + ": another file's checksum " + checksum.getKey());
      }
    }
    if (!rehearsal && !staged.files().containsKey(name + ".asc")) {
      faults.add(name + ": no signature");
    }
  }

  private PublishedPom pom(Component component) throws IOException {
    PublishedPom known = poms.get(component.toString());
    if (known != null) {
      return known;
    }
    Path file = staged.files().get(component.file(".pom"));
    String parent = PublishedPom.parentOf(file);
    PublishedPom above = null;
    if (parent != null) {
      Component of = component(parent);
      if (of == null) {
        fault(component, "the parent " + parent + " is not in the bundle");
      } else {
        above = pom(of);
      }
    }
    PublishedPom read = new PublishedPom(file, above);
    poms.put(component.toString(), read);
    return read;
  }

  private Component component(String coordinates) {
    return staged.components().stream()
        .filter(c -> c.toString().equals(coordinates))
        .filter(c -> staged.files().containsKey(c.file(".pom")))
        .findFirst()
        .orElse(null);
  }

  private static String digest(String algorithm, Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has " + algorithm, e);
    }
  }

  private void fault(Component component, String text) {
    faults.add(component + ": " + text);
  }
}
