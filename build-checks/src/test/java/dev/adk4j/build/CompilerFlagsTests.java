package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Error Prone runs in Maven's process, or with a toolchain in a process of its own. */
class CompilerFlagsTests {

  @Test
  void bothProcessesOpenTheSamePackagesOfTheCompiler() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    assertThat(Files.readString(Path.of("../.mvn/jvm.config")).strip().split(" "))
        .filteredOn(flag -> flag.startsWith("--add-"))
        .isNotEmpty()
        .containsExactly(
            Pattern.compile("<arg>-J(--add-[^<]+)</arg>")
                .matcher(pom)
                .results()
                .map(flag -> flag.group(1))
                .toArray(String[]::new));
  }
}
