package dev.adk4j.web.internal.openai;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.EndpointRules;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.MediaType;

/** Writes rejections in the form of the protocol. */
public final class OpenAiRules implements EndpointRules {

  /** Prevents clients from automatically retrying a request that would fail again. */
  static final String RETRY = "x-should-retry";

  /** Clients send a cancel request without a body. */
  @Override
  public boolean mayBeEmpty(HttpServletRequest request) {
    return request.getRequestURI().endsWith("/cancel");
  }

  @Override
  public int status(AdkException refused) {
    return AdkProblem.protocolStatus(refused);
  }

  @Override
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal(
        MediaType.APPLICATION_JSON_VALUE,
        Json.write(OpenAiErrors.body(refused, status)),
        status == 429 || status == 503 ? Map.of() : Map.of(RETRY, "false"));
  }
}
