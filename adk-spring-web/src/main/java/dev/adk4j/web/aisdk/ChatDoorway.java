package dev.adk4j.web.aisdk;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.internal.Doorway;
import jakarta.servlet.http.HttpServletRequest;

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
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal("text/plain;charset=UTF-8", said(refused));
  }

  /** Returns the meaning of the error; never its message, which may name internals. */
  private static String said(AdkException e) {
    return e.errorCode().meaning() + " (" + e.code() + ")";
  }
}
