package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.EndpointRules;
import jakarta.servlet.http.HttpServletRequest;

/** Writes rejections in the form of the protocol. */
public final class A2aRules implements EndpointRules {

  static final String CARD = "/.well-known/agent-card.json";

  /** Cards are public. */
  @Override
  public boolean isPublic(HttpServletRequest request) {
    return request.getMethod().equals("GET") && request.getRequestURI().endsWith(CARD);
  }

  /** Clients send cancel and subscribe requests without a body. */
  @Override
  public boolean mayBeEmpty(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.endsWith(":cancel") || path.endsWith(":subscribe");
  }

  @Override
  public int status(AdkException refused) {
    return AdkProblem.protocolStatus(refused);
  }

  @Override
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal("application/json", Json.write(A2aError.http(refused)));
  }
}
