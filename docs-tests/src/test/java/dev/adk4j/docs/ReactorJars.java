package dev.adk4j.docs;

import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jpa.entity.MessageEntity;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.springai.EmbeddingModelEncoder;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.tokenizers.HuggingFaceTokenCounter;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.web.stream.TurnEvents;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The published modules as this build made them, each found by one of its classes. */
final class ReactorJars {

  static final Map<String, Class<?>> MODULES =
      Map.ofEntries(
          Map.entry("adk-core", TurnRunner.class),
          Map.entry("adk-artifacts", SpooledJsonArtifact.class),
          Map.entry("adk-prompt", PromptAssembler.class),
          Map.entry("adk-vector", VectorDb.class),
          Map.entry("adk-memory", MemoryManager.class),
          Map.entry("adk-jdbc-storage", JdbcPersistentStorage.class),
          Map.entry("adk-jpa-storage", MessageEntity.class),
          Map.entry("adk-spring-boot-starter", AdkAutoConfiguration.class),
          Map.entry("adk-spring-boot-test", AdkTest.class),
          Map.entry("adk-spring-ai", EmbeddingModelEncoder.class),
          Map.entry("adk-spring-web", TurnEvents.class),
          Map.entry("adk-test", ScriptedExecutor.class),
          Map.entry("adk-tokenizers", HuggingFaceTokenCounter.class));

  private static final String BOM = "adk-bom";

  /** Has no classes, only dependencies. */
  private static final String AGENT_STARTER = "adk-agent-starter";

  private ReactorJars() {}

  static boolean publishes(String artifact) {
    return artifact.equals(BOM) || artifact.equals(AGENT_STARTER) || MODULES.containsKey(artifact);
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

  /**
   * Puts parent and modules into a repository, as they are published. Where the module is on the
   * class path as classes, because nothing packaged it yet, its jar is made of them.
   */
  static void installInto(Path repository) throws IOException {
    Path group = repository.resolve("dev/adk4j");
    pom(Repository.ROOT.resolve("pom.xml"), group, "adk-parent");
    pom(Repository.ROOT.resolve(BOM).resolve("pom.xml"), group, BOM);
    Path starter =
        pom(Repository.ROOT.resolve(AGENT_STARTER).resolve("pom.xml"), group, AGENT_STARTER);
    pack(starter.resolve("no-classes"), starter.resolve(AGENT_STARTER + "-" + version() + ".jar"));
    for (Map.Entry<String, Class<?>> module : MODULES.entrySet()) {
      String name = module.getKey();
      Path directory = pom(Repository.ROOT.resolve(name).resolve("pom.xml"), group, name);
      Path jar = directory.resolve(name + "-" + version() + ".jar");
      Path built = location(module.getValue());
      if (Files.isDirectory(built)) {
        pack(built, jar);
      } else {
        Files.copy(built, jar);
      }
    }
  }

  private static Path pom(Path pom, Path group, String artifact) throws IOException {
    Path directory = Files.createDirectories(group.resolve(artifact).resolve(version()));
    Files.copy(pom, directory.resolve(artifact + "-" + version() + ".pom"));
    return directory;
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pack(Path classes, Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> tree =
            Files.isDirectory(classes)
                ? Files.walk(classes, FileVisitOption.FOLLOW_LINKS)
                : Stream.empty()) {
      for (Path file : (Iterable<Path>) tree.filter(Files::isRegularFile).sorted()::iterator) {
        String name = classes.relativize(file).toString().replace('\\', '/');
        if (!name.equals("META-INF/MANIFEST.MF")) {
          entries.putNextEntry(new JarEntry(name));
          Files.copy(file, entries);
        }
      }
    }
  }
}
