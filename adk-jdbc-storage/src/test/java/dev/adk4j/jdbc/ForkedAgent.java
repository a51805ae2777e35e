package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of ours and what it said so far. */
final class ForkedAgent {

  final List<String> said = new ArrayList<>();
  private final Process process;
  private final BufferedReader output;

  ForkedAgent(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  /** Reads on until it says that; the rest of the line. */
  String until(String start) throws Exception {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      said.add(line);
      if (line.startsWith(start)) {
        return line.substring(start.length());
      }
    }
    throw new AssertionError("it ended without saying '" + start + "': " + said);
  }

  void kill() throws Exception {
    process.toHandle().destroyForcibly();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
  }
}
