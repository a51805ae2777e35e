package dev.adk4j.web.internal.aisdk;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.internal.EndpointRules;

/** Writes rejections as text, because a chat shows the body of an error to its user. */
public final class ChatRules implements EndpointRules {

  @Override
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal("text/plain;charset=UTF-8", said(refused));
  }

  /** Returns the description of the error code; never the message, which may reveal internals. */
  private static String said(AdkException e) {
    return e.errorCode().meaning() + " (" + e.code() + ")";
  }
}
