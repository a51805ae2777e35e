package dev.adk4j.web.aisdk;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.Doorway;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes refusals as text, since a chat shows the body of an error to people. */
public final class ChatDoorway implements Doorway {

  private final DoorKeeper keeper;

  public ChatDoorway(DoorKeeper keeper) {
    this.keeper = keeper;
  }

  @Override
  public void admit(HttpServletRequest request) {
    keeper.admit(request);
  }

  @Override
  public void refuse(
      AdkException refused,
      String challenge,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    int status = AdkProblem.status(refused);
    response.setStatus(status);
    if (status == 401) {
      response.setHeader("WWW-Authenticate", challenge);
    }
    byte[] text = said(refused).getBytes(StandardCharsets.UTF_8);
    response.setContentType("text/plain;charset=UTF-8");
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }

  /** Returns the meaning of the error; never its message, which may name internals. */
  static String said(AdkException e) {
    return e.errorCode().meaning() + " (" + e.code() + ")";
  }
}
