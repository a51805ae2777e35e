package dev.adk4j.benchmarks.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The peers' programs of {@code docs/ten-tasks.md} compile, but for those whose library is not
 * here.
 */
@Tag("slow")
class PeerProgramsTests {

  private static final Path PEERS = Programs.ROOT.resolve("benchmarks/src/peers");

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> everyPeersProgramsCompile() {
    return folders(PEERS)
        .filter(peer -> compiled(peer).findAny().isPresent())
        .map(peer -> DynamicTest.dynamicTest(peer.getFileName().toString(), () -> compile(peer)));
  }

  private void compile(Path peer) {
    List<Path> sources = compiled(peer).flatMap(PeerProgramsTests::sources).toList();
    assertThat(sources).hasSizeGreaterThan(9);
    assertThat(Programs.compile(sources, directory.resolve(peer.getFileName()))).isEmpty();
  }

  @Test
  void whatIsNotCompiledLacksTheNamedPackage() {
    assertThat(notCompiled())
        .isNotEmpty()
        .allSatisfy(
            (program, missing) ->
                assertThat(
                        Programs.compile(
                            sources(PEERS.resolve(program)).toList(), directory.resolve(program)))
                    .anyMatch(error -> error.contains("package " + missing + " does not exist")));
  }

  private static Stream<Path> compiled(Path peer) {
    return folders(peer)
        .filter(folder -> !notCompiled().containsKey(PEERS.relativize(folder).toString()));
  }

  private static Map<String, String> notCompiled() {
    return Programs.lines(PEERS.resolve("not-compiled.txt"))
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" "))
        .collect(Collectors.toMap(words -> words[0], words -> words[1]));
  }

  private static Stream<Path> folders(Path folder) {
    return Programs.files(folder).filter(Files::isDirectory);
  }

  private static Stream<Path> sources(Path folder) {
    return Programs.tree(folder).filter(file -> file.toString().endsWith(".java"));
  }
}
