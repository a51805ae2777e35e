package dev.adk4j.jdbc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Processes over one database that may be killed, and the file that stands for their bank. */
abstract class KilledProcesses {

  @TempDir Path directory;
  Address address;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void killAll() {
    processes.forEach(Process::destroyForcibly);
  }

  final Path bank() {
    return directory.resolve("bank");
  }

  /** What was paid so far. */
  final List<String> paid() throws Exception {
    return Files.exists(bank()) ? Files.readAllLines(bank()) : List.of();
  }

  final ForkedAgent process(Class<?> main, String... args) throws Exception {
    Process process = address.start(main, args);
    processes.add(process);
    return new ForkedAgent(process);
  }
}
