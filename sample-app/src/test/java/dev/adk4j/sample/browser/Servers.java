package dev.adk4j.sample.browser;

import dev.adk4j.sample.SampleApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
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

  static int portOf(ConfigurableApplicationContext server) {
    return ((ServletWebServerApplicationContext) server).getWebServer().getPort();
  }
}
