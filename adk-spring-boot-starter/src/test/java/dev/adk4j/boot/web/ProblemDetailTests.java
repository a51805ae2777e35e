package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.AdkProblemResolver;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Errors of the library that leave a controller of the application. */
@ExtendWith(OutputCaptureExtension.class)
class ProblemDetailTests {

  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final MockMvc mvc =
      MockMvcBuilders.standaloneSetup(new Chat(failure))
          .setHandlerExceptionResolvers(new AdkProblemResolver("Bearer"))
          .build();

  @RestController
  record Chat(AtomicReference<RuntimeException> failure) {

    @PostMapping("/chat")
    String chat() {
      throw failure.get();
    }
  }

  private MockHttpServletResponse asked(RuntimeException thrown) throws Exception {
    failure.set(thrown);
    return mvc.perform(post("/chat")).andReturn().getResponse();
  }

  static Stream<ErrorCode> codes() {
    return Stream.of(AdkErrorCode.values(), LlmErrorCode.values(), WebErrorCode.values())
        .flatMap(Stream::of);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void everyCodeIsAProblemDetailWithStatusAndRemedy(ErrorCode code) throws Exception {
    MockHttpServletResponse response = asked(new AdkException(code, "What happened."));

    assertThat(response.getContentType()).isEqualTo("application/problem+json");
    JsonNode problem = Json.read(response.getContentAsString());
    assertThat(problem.path("code").asString()).isEqualTo(code.name());
    assertThat(problem.path("status").asInt()).isEqualTo(response.getStatus()).isBetween(400, 511);
    assertThat(problem.path("remedy").asString()).isEqualTo(code.help());
    assertThat(problem.path("detail").asString())
        .isEqualTo(response.getStatus() < 500 ? "What happened." : code.meaning());
  }

  @Test
  void providerThatRefusesIsABadGatewayWithoutItsWords() throws Exception {
    MockHttpServletResponse response =
        asked(new AdkException(LlmErrorCode.E_LLM_PROVIDER_ERROR, "401: wrong key sk-123"));

    assertThat(response.getStatus()).isEqualTo(502);
    assertThat(response.getContentAsString()).contains("rejected").doesNotContain("sk-123");
  }

  @Test
  void statusThatHttpDoesNotDefineIsReplaced() throws Exception {
    assertThat(asked(new AdkException(AdkErrorCode.E_TURN_ABORTED, "Aborted.")).getStatus())
        .isEqualTo(503);
    assertThat(asked(new AdkException(AdkErrorCode.E_INVALID_TURN_CONTEXT, "x")).getStatus())
        .isEqualTo(500);
  }

  @Test
  void failureOfAFutureIsTakenOutOfItsWrapper() throws Exception {
    assertThat(
            asked(
                    new CompletionException(
                        new AdkException(LlmErrorCode.E_LLM_STREAM_ERROR, "Broken off.")))
                .getStatus())
        .isEqualTo(502);
  }

  @Test
  void onlyAnErrorOfTheServerIsLoggedWithItsStackTrace(CapturedOutput output) throws Exception {
    asked(new AdkException(AdkErrorCode.E_GATE_NOT_FOUND, "No such gate."));
    assertThat(output).doesNotContain("left a controller");

    asked(new AdkException(AdkErrorCode.E_INVALID_TURN_CONTEXT, "Wrong."));
    assertThat(output)
        .contains("E_INVALID_TURN_CONTEXT left a controller")
        .contains("\tat " + ProblemDetailTests.class.getName());
  }

  @Test
  void errorOfTheApplicationIsLeftToSpring() {
    IllegalStateException own = new IllegalStateException("mine");
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> asked(own))).hasRootCause(own);
  }
}
