package dev.adk4j.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.actuate.AdkGatesEndpoint.GateDescription;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** Gates that are recorded, whose turns are not on this node. */
@Timeout(300)
class AdkGatesEndpointTests {

  private static final GateActors NOBODY = (principal, channel) -> Optional.empty();

  @AutoClose
  private final GateService service =
      GateService.of(
          TurnStore.inMemory(),
          GateService.Options.DEFAULT.withAuthorizer(
              GatePolicy.strict().require("payment", Set.of("ROLE_PAYER"))));

  @Test
  void hidesPayloadOfRecordedGateUnlessContentIsIncluded() {
    open("t-1", "question");

    GateDescription hidden = endpoint(false).gates().gates().getFirst();
    assertThat(hidden.turnId()).isEqualTo("t-1");
    assertThat(hidden.payload()).isNull();
    assertThat(hidden.orphaned()).isTrue();
    assertThat(endpoint(true).gates().gates().getFirst().payload()).hasToString("{\"euros\":5}");
  }

  @Test
  void moreThanAPageOfGatesIsListed() {
    for (int i = 0; i < 150; i++) {
      open("t-" + i, "question");
    }

    assertThat(endpoint(false).gates().gates())
        .hasSize(150)
        .first()
        .extracting(GateDescription::turnId)
        .isEqualTo("t-0");
  }

  @Test
  void acceptsDecisionForWaitingTurn() {
    open("t-1", "question");

    assertThat(endpoint(false).settle("t-1", "g", "resolve", "\"yes\"", null).getStatus())
        .isEqualTo(202);
    assertThat(endpoint(false).gates().gates().getFirst().state()).isEqualTo("proposed");
  }

  @Test
  void requiresAuthoritiesOfTheGate() {
    open("t-1", "payment");
    GateActors payer =
        (principal, channel) ->
            Optional.of(GateActor.of("boss", "acme", List.of("ROLE_PAYER"), channel));
    GateActors clerk =
        (principal, channel) ->
            Optional.of(GateActor.of("bob", "acme", List.of("ROLE_CLERK"), channel));

    assertThat(settle(NOBODY)).isEqualTo(401);
    assertThat(settle(clerk)).isEqualTo(403);
    assertThat(settle(payer)).isEqualTo(202);
  }

  private int settle(GateActors actors) {
    return new AdkGatesWebExtension(endpoint(false), actors)
        .settle(SecurityContext.NONE, "t-1", "g", "resolve", "\"yes\"", null)
        .getStatus();
  }

  private AdkGatesEndpoint endpoint(boolean content) {
    return new AdkGatesEndpoint(new OpenGates(), content, service);
  }

  private void open(String turnId, String reason) {
    service
        .store()
        .openGate(
            new TurnStore.Opening(
                Ids.next(),
                Scope.of("acme", "ann", "c-1"),
                turnId,
                "g",
                "key-" + turnId,
                reason,
                JsonValue.of(Map.of("euros", 5)),
                true,
                null,
                null,
                null,
                null,
                "gone"));
  }
}
