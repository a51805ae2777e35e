package dev.adk4j.web.openai;

import dev.adk4j.error.AdkException;
import dev.adk4j.limit.LimitException;
import dev.adk4j.value.Json;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.Doorway;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Lets in whom the keeper lets in, and refuses in the form of the protocol. */
public final class OpenAiDoorway implements Doorway {

  /** Keeps clients from repeating a request by themselves that would fail again. */
  static final String RETRY = "x-should-retry";

  private final DoorKeeper keeper;

  public OpenAiDoorway(DoorKeeper keeper) {
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
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge);
    }
    headers(refused, status).forEach((name, values) -> response.setHeader(name, values.getFirst()));
    byte[] body = bytes(refused, status);
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  static HttpHeaders headers(AdkException refused, int status) {
    HttpHeaders headers = new HttpHeaders();
    if (refused instanceof LimitException limited) {
      headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(limited.retryAfter().toSeconds()));
    }
    if (status != 429 && status != 503) {
      headers.set(RETRY, "false");
    }
    return headers;
  }

  static byte[] bytes(AdkException refused, int status) {
    return Json.write(OpenAiErrors.body(refused, status)).getBytes(StandardCharsets.UTF_8);
  }
}
