package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Pages that are written from the code. */
public final class GeneratedPages {

  private GeneratedPages() {}

  /** Compares, or with {@code -Dadk.docs.update=true} writes. */
  public static void compare(String name, String page) throws IOException {
    Path file = Repository.ROOT.resolve(name);
    if (Boolean.getBoolean("adk.docs.update")) {
      Files.writeString(file, page);
    }
    assertThat(file).as("write it anew with -Dadk.docs.update=true").content().isEqualTo(page);
  }
}
