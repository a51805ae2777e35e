package dev.adk4j.sample.browser;

import dev.adk4j.sample.SampleApplication;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the sample as often as a test wants, each with its own port. */
final class Servers {

  private Servers() {}

  static ConfigurableApplicationContext start(int port, String... settings) {
    List<String> arguments = new ArrayList<>(List.of("--server.port=" + port));
    Stream.of(settings).map("--"::concat).forEach(arguments::add);
    return new SpringApplicationBuilder(SampleApplication.class)
        .registerShutdownHook(false)
        .run(arguments.toArray(String[]::new));
  }

  /** A port below those that the system gives away by itself: it stays free over a restart. */
  static int lastingPort() throws IOException {
    int first = 20_000 + ThreadLocalRandom.current().nextInt(10_000);
    for (int port = first; port < first + 1_000; port++) {
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // somebody has it: the next one
        continue;
      }
    }
    throw new IOException("no port is free from " + first + " on");
  }
}
