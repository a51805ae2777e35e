package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.sample.SampleApplication;
import dev.adk4j.springai.chat.ChatModelExecutor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The sample with a model's address: the real executor answers, through a mock of the provider. */
@Tag("slow")
@SpringBootTest(
    classes = SampleApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:real-model;DB_CLOSE_DELAY=-1",
      "adk.memory.stores.facts.extraction.turns=1"
    })
@ActiveProfiles("openai")
class RealModelTests {

  private static MockModel mock;

  @LocalServerPort private int port;
  @Autowired private DispatchExecutor executor;

  /** Skips the class where there is no mock; a context that asks for it would fail. */
  @BeforeAll
  static void start() {
    mock = MockModel.start();
  }

  @DynamicPropertySource
  static void model(DynamicPropertyRegistry properties) {
    properties.add("spring.ai.openai.base-url", () -> mock.url() + "/v1");
    properties.add("spring.ai.openai.api-key", () -> "no-key");
  }

  @Test
  void theModelAnswersAndUsesTheSamplesTools() throws Exception {
    assertThat(executor).isInstanceOf(ChatModelExecutor.class);

    List<SseEvents.Event> events = new Api(port).say("real", "what is six times seven?");

    assertThat(events).extracting(SseEvents.Event::name).contains("toolCall").endsWith("end");
    assertThat(Api.answer(events)).isEqualTo("Six times seven is 42, says the model.");
    assertThat(events.getLast().data().path("status").asString()).isEqualTo("completed");
  }

  @Test
  void modelDistillsFactsAndGetsThemInAnotherConversation() throws Exception {
    Api api = new Api(port);
    assertThat(Api.answer(api.say("harbour", "I have just bought a boat, she is called Ada.")))
        .isEqualTo("Congratulations!");
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> api.memories().contains("The person's boat is called Ada."));

    assertThat(Api.answer(api.say("elsewhere", "What is my boat called?")))
        .as("an answer the mock has only for a request with the memory in it")
        .isEqualTo("Your boat is called Ada.");
  }
}
