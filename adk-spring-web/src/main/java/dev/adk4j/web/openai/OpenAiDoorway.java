package dev.adk4j.web.openai;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.Doorway;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
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
  public int status(AdkException refused) {
    return AdkException.is(refused, AdkErrorCode.VALIDATION_EXCEPTION)
        ? 400
        : AdkProblem.status(refused);
  }

  @Override
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal(
        MediaType.APPLICATION_JSON_VALUE,
        Json.write(OpenAiErrors.body(refused, status)),
        status == 429 || status == 503 ? Map.of() : Map.of(RETRY, "false"));
  }
}
