package dev.adk4j.build.central;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes one file of the staged artifacts, after it has checked them: {@code CentralBundle STAGING
 * ZIP [--unsigned=true]}. Two runs over the same artifacts write the same bytes.
 */
public final class CentralBundle {

  /** A time for every entry, so that the bytes do not depend on the day. */
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  private CentralBundle() {}

  public static void main(String[] args) throws IOException {
    Path staging = Path.of(args[0]);
    Path bundle = Path.of(args[1]);
    boolean unsigned = args.length > 2 && args[2].equals("--unsigned=true");
    StagedFiles staged = StagedFiles.in(staging);
    List<String> faults = new CentralRules(staged, unsigned).faults();
    if (!faults.isEmpty()) {
      faults.forEach(fault -> System.err.println("[ERROR] Maven Central: " + fault));
      System.err.println("[ERROR] No bundle was written. RELEASING.md says how to release.");
      System.exit(1);
    }
    write(staged, bundle);
    System.out.printf(
        "[INFO] %s: %d artifacts, %d files%s%n",
        bundle,
        staged.components().size(),
        staged.files().size(),
        unsigned ? ". A rehearsal: without signatures it cannot be uploaded" : "");
  }

  static void write(StagedFiles staged, Path bundle) throws IOException {
    Files.createDirectories(bundle.toAbsolutePath().getParent());
    try (OutputStream out = Files.newOutputStream(bundle);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, Path> file : staged.files().entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        Files.copy(file.getValue(), zip);
      }
    }
  }
}
