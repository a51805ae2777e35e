package dev.adk4j.durable.kill;

import dev.adk4j.jdbc.ForkedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A forked node, whose lines go into the chronicle. */
final class NodeProcess {

  final String name;
  final Process process;
  private final Chronicle chronicle;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch still = new CountDownLatch(1);
  private final CountDownLatch all = new CountDownLatch(1);
  private final Thread reader;

  private NodeProcess(String name, Process process, Chronicle chronicle) {
    this.name = name;
    this.process = process;
    this.chronicle = chronicle;
    this.reader = Thread.ofPlatform().daemon().name(name).start(this::read);
  }

  static NodeProcess start(String name, Chronicle chronicle, String[] args) {
    try {
      return new NodeProcess(
          name, ForkedJvm.start(NodeMain.class, List.of("-Xmx256m"), args), chronicle);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        chronicle.hears(name, line);
        switch (line) {
          case "READY" -> ready.countDown();
          case "STILL" -> still.countDown();
          case "ALL" -> all.countDown();
          default -> {}
        }
      }
    } catch (IOException e) {
      // it was killed
    }
  }

  boolean isReady(long millis) throws InterruptedException {
    return ready.await(millis, TimeUnit.MILLISECONDS);
  }

  boolean isStill(long millis) throws InterruptedException {
    return still.await(millis, TimeUnit.MILLISECONDS);
  }

  boolean hasAll(long millis) throws InterruptedException {
    return all.await(millis, TimeUnit.MILLISECONDS);
  }

  void arm(String place) throws IOException {
    process.outputWriter().write("ARM " + place + "\n");
    process.outputWriter().flush();
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    chronicle.goesDown(name);
    process.toHandle().destroyForcibly();
    process.waitFor();
    reader.join();
  }

  /** SIGTERM. */
  void terminate() {
    chronicle.goesDown(name);
    process.toHandle().destroy();
  }

  /** SIGSTOP, and SIGCONT. */
  void signal(String signal) throws IOException, InterruptedException {
    if (signal.equals("STOP")) {
      chronicle.goesDown(name);
    }
    int code =
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    if (code != 0) {
      throw new IOException("kill -" + signal + " says " + code);
    }
  }

  void close() {
    process.destroyForcibly();
  }
}
