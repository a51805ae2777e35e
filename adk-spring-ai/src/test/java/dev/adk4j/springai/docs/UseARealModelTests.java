package dev.adk4j.springai.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UseARealModelTests {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void allJavaOfThePageIsCompiled() throws IOException {
    String page = Files.readString(Path.of("../docs/use-a-real-model.md"));
    List<String> compiled =
        Files.readAllLines(
                Path.of("src/test/java/dev/adk4j/springai/docs/UseARealModelSamples.java"))
            .stream()
            .map(String::strip)
            .toList();
    Matcher blocks = JAVA.matcher(page);
    int found = 0;
    while (blocks.find()) {
      found++;
      assertThat(compiled).containsAll(blocks.group(1).lines().map(String::strip).toList());
    }
    assertThat(found).isEqualTo(4);
  }
}
