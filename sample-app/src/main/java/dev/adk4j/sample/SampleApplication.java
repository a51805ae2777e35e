package dev.adk4j.sample;

import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Starts the sample agent. */
@SpringBootApplication
public class SampleApplication {

  public static void main(String[] args) {
    SpringApplication.run(SampleApplication.class, args);
  }

  /** Logs the address as the last line of the start. */
  @EventListener
  @Order(Ordered.LOWEST_PRECEDENCE)
  void showAddress(ApplicationReadyEvent event) {
    String port = event.getApplicationContext().getEnvironment().getProperty("local.server.port");
    if (port != null) {
      LoggerFactory.getLogger(SampleApplication.class)
          .info("The sample is ready: open http://localhost:{}", port);
    }
  }
}
