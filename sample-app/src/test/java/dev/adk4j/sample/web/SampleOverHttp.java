package dev.adk4j.sample.web;

import dev.adk4j.sample.SampleApplication;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The sample on a port of its own; classes that set nothing else share one. */
@SpringBootTest(
    classes = SampleApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:sample;DB_CLOSE_DELAY=-1",
      "sample.agent.delta-pause=0"
    })
abstract class SampleOverHttp {

  @LocalServerPort int port;
  Api api;

  @BeforeEach
  void connect() {
    api = new Api(port);
  }
}
