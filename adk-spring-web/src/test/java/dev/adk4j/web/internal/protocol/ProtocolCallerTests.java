package dev.adk4j.web.internal.protocol;

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

class ProtocolCallerTests {

  private final AgentClient agent = AgentClient.of(ScriptedExecutor.saying("Hello"));
  private final String ofAnn = agent.conversation("ann", "c1").scope().requireConversation();

  @Test
  void namesTheConversationAsTheClientDoes() {
    ProtocolCaller ann = new ProtocolCaller(Scope.DEFAULT.withSubject("ann"), null);

    assertThat(ann.conversation(agent, "c1").scope())
        .isEqualTo(agent.conversation("ann", "c1").scope());
  }

  @Test
  void reachesNoConversationOfAUserWithoutBeingThatUser() {
    ProtocolAccess access =
        new ProtocolAccess(
            "test",
            request -> Optional.empty(),
            null,
            new ProtocolOptions(true, Set.of(), Set.of()));
    ProtocolCaller stranger = access.caller(new MockHttpServletRequest());
    ProtocolCaller tenant = new ProtocolCaller(Scope.DEFAULT, null);
    ProtocolCaller eve = new ProtocolCaller(Scope.DEFAULT.withSubject("eve"), null);

    for (ProtocolCaller caller : new ProtocolCaller[] {stranger, tenant, eve}) {
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
    ProtocolCaller ann = new ProtocolCaller(Scope.DEFAULT.withSubject("ann"), null);

    assertThatThrownBy(() -> ann.conversation(agent, id)).isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> ann.conversation(agent, "x".repeat(201)))
        .isInstanceOf(AdkException.class);
  }
}
