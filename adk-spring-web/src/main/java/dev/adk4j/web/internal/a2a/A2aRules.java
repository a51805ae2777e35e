package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.EndpointRules;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Admits the callers with access, and writes rejections in the form of the protocol. Cards are
 * public.
 */
public final class A2aRules implements EndpointRules {

  static final String CARD = "/.well-known/agent-card.json";

  private final ProtocolAccess access;

  public A2aRules(ProtocolAccess access) {
    this.access = access;
  }

  /** Returns the guard of the path and of everything below it. */
  public GuardedPath guard(String path) {
    return new GuardedPath(
        path, true, request -> isCard(request) || access.isKnown(request), body -> body, this);
  }

  private static boolean isCard(HttpServletRequest request) {
    return request.getMethod().equals("GET") && request.getRequestURI().endsWith(CARD);
  }

  @Override
  public void admit(HttpServletRequest request) {
    access.admit(request);
  }

  /** Clients send cancel and subscribe requests without a body. */
  @Override
  public boolean mayBeEmpty(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.endsWith(":cancel") || path.endsWith(":subscribe");
  }

  @Override
  public int status(AdkException refused) {
    return A2aError.status(refused);
  }

  @Override
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal("application/json", Json.write(A2aError.http(refused, status)));
  }
}
