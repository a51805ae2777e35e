package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SchemaPageTests {

  @Test
  void referencePageMatchesTheMigrations() throws Exception {
    String page = SchemaPage.write(DatabaseKind.POSTGRES.shared(), DatabaseKind.H2.shared());
    Path file = root().resolve("docs/reference/schema.md");
    if (Boolean.getBoolean("adk.docs.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, page);
    }
    assertThat(file).as("write it anew with -Dadk.docs.update=true").content().isEqualTo(page);
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("adk-jdbc-storage"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
