package dev.adk4j.web.internal.aisdk;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.internal.EndpointRules;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import jakarta.servlet.http.HttpServletRequest;

/** Writes rejections as text, because a chat shows the body of an error to its user. */
public final class ChatRules implements EndpointRules {

  private final ProtocolAccess access;

  public ChatRules(ProtocolAccess access) {
    this.access = access;
  }

  @Override
  public void admit(HttpServletRequest request) {
    access.admit(request);
  }

  @Override
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal("text/plain;charset=UTF-8", said(refused));
  }

  /** Returns the description of the error code; never the message, which may reveal internals. */
  private static String said(AdkException e) {
    return e.errorCode().meaning() + " (" + e.code() + ")";
  }
}
