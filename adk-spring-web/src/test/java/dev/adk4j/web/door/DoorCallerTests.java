package dev.adk4j.web.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkException;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

class DoorCallerTests {

  private final AgentClient agent = AgentClient.of(ScriptedExecutor.saying("Hello"));
  private final String ofAnn = agent.conversation("ann", "c1").scope().requireConversation();

  @Test
  void namesTheConversationAsTheClientDoes() {
    DoorCaller ann = new DoorCaller(Scope.DEFAULT.withSubject("ann"), null);

    assertThat(ann.conversation(agent, "c1").scope())
        .isEqualTo(agent.conversation("ann", "c1").scope());
  }

  @Test
  void reachesNoConversationOfAUserWithoutBeingThatUser() {
    DoorKeeper keeper =
        new DoorKeeper(
            "test", request -> Optional.empty(), null, new DoorOptions(true, Set.of(), Set.of()));
    DoorCaller stranger = keeper.caller(new MockHttpServletRequest());
    DoorCaller tenant = new DoorCaller(Scope.DEFAULT, null);
    DoorCaller eve = new DoorCaller(Scope.DEFAULT.withSubject("eve"), null);

    for (DoorCaller caller : new DoorCaller[] {stranger, tenant, eve}) {
      for (String id : new String[] {ofAnn, "c1", "../ann/c1", "%2Fann/c1"}) {
        assertThat(caller.conversation(agent, id).scope().conversation())
            .as(caller + " " + id)
            .isNotEqualTo(ofAnn);
      }
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void needsAnId(@Nullable String id) {
    DoorCaller ann = new DoorCaller(Scope.DEFAULT.withSubject("ann"), null);

    assertThatThrownBy(() -> ann.conversation(agent, id)).isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> ann.conversation(agent, "x".repeat(201)))
        .isInstanceOf(AdkException.class);
  }
}
