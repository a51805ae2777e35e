package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The modules as a stranger has them: the README's command, run once in a copy of the sources into
 * a local repository of its own. That repository is the user's without our modules, by links, so
 * that nothing of ours is there before the command and nothing is fetched that is there.
 */
final class InstalledModules {

  static final String COMMAND = "mvn -DskipTests install";

  /** Folders that hold no sources: what is built, fetched, or of a tool. */
  private static final Set<String> LEFT_OUT =
      Set.of("target", "build", "node_modules", ".git", ".gradle", ".idea");

  private static Path repository;

  private InstalledModules() {}

  static synchronized Path repository() throws IOException, InterruptedException {
    if (repository == null) {
      Path place = Repository.ROOT.resolve("docs-tests/target/stranger");
      FileSystemUtils.deleteRecursively(place);
      Path filled = Files.createDirectories(place.resolve("repository"));
      link(userRepository(), filled, "dev");
      link(userRepository().resolve("dev"), filled.resolve("dev"), "adk4j");
      copySources(Repository.ROOT, place.resolve("sources"));
      install(place.resolve("sources"), filled, place.resolve("maven.log"));
      repository = filled;
    }
    return repository;
  }

  /** Without the network first, for the outer build has fetched nearly all that is needed. */
  private static void install(Path sources, Path repository, Path log)
      throws IOException, InterruptedException {
    boolean installed = ends(maven(COMMAND, sources, repository, log, "-o"));
    if (!installed && Files.readString(log).contains("offline mode")) {
      installed = ends(maven(COMMAND, sources, repository, log));
    }
    assertThat(installed).as("%s said:%n%s", COMMAND, Files.readString(log)).isTrue();
  }

  private static boolean ends(Process maven) throws InterruptedException {
    boolean inTime = maven.waitFor(20, TimeUnit.MINUTES);
    maven.destroyForcibly();
    return inTime && maven.waitFor() == 0;
  }

  /** Starts Maven on the JDK of these tests, with what it says in a file. */
  static Process maven(String command, Path directory, Path repository, Path log, String... options)
      throws IOException {
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.addAll(List.of(options));
    line.addAll(List.of("-B", "-ntp", "-Dmaven.repo.local=" + repository));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("MAVEN_OPTS");
    return builder.start();
  }

  /** As the outer build was told, or as Surefire says, or the usual place. */
  private static Path userRepository() {
    String usual = System.getProperty("user.home") + "/.m2/repository";
    String surefires = System.getProperty("localRepository", usual);
    return Path.of(System.getProperty("maven.repo.local", surefires));
  }

  /** Links to everything in a directory but one thing. */
  private static void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to);
    if (Files.isDirectory(from)) {
      try (Stream<Path> all = Files.list(from)) {
        for (Path each : (Iterable<Path>) all::iterator) {
          if (!each.getFileName().toString().equals(except)) {
            Files.createSymbolicLink(to.resolve(each.getFileName()), each.toRealPath());
          }
        }
      }
    }
  }

  private static void copySources(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (LEFT_OUT.contains(directory.getFileName().toString())
                && !directory.equals(from)
                && !directory.toString().contains("/src/")) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(directory)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
