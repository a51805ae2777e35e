package dev.adk4j.gate;

/**
 * What a {@link GateAuthorizer} says.
 *
 * @param reason why not, for the actor and the record; empty where it is granted
 */
public record GateAuthorization(boolean granted, String reason) {

  private static final GateAuthorization GRANTED = new GateAuthorization(true, "");

  public static GateAuthorization grant() {
    return GRANTED;
  }

  public static GateAuthorization refuse(String reason) {
    return new GateAuthorization(false, reason);
  }
}
