package dev.adk4j.web.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.gate.GateWaiter;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.gate.PrincipalGateActors;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.GuardedPath;
import dev.adk4j.web.internal.SealedCursors;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

@Timeout(300)
class GatesControllerTests {

  private static final Scope ANN = Scope.of("default", "ann", "c-1");

  private final SealedCursors cursors = new SealedCursors(null);

  private final GateService service =
      GateService.of(
          TurnStore.inMemory(),
          GateService.Options.DEFAULT.withAuthorizer(
              GatePolicy.strict().require("payment", Set.of("ROLE_PAYER"))));

  @AfterEach
  void close() {
    SecurityContextHolder.clearContext();
    service.close();
  }

  private MockMvc http(GateActors actors) {
    GuardedPath path =
        new GuardedPath(
            "/adk/gates",
            true,
            request -> actors.current(request.getUserPrincipal(), "http").isPresent(),
            body -> body);
    return MockMvcBuilders.standaloneSetup(new GatesController(service, actors, cursors))
        .addPlaceholderValue("adk.gates.web.path", "/adk/gates")
        .addFilters(new EndpointGuard(() -> List.of(path), 1 << 20, "Bearer"))
        .build();
  }

  private ResultActions by(@Nullable String name, MockHttpServletRequestBuilder request)
      throws Exception {
    Principal principal = () -> String.valueOf(name);
    return http(new PrincipalGateActors())
        .perform(name == null ? request : request.principal(principal));
  }

  private static MockHttpServletRequestBuilder settle(String ref, String json) {
    return post("/adk/gates/" + ref).contentType(MediaType.APPLICATION_JSON).content(json);
  }

  private GateWaiter<String> ask(Scope scope, String reason) {
    return GateWaiter.start(
        service,
        scope,
        GateRequest.of("g", reason, Map.of("euros", 5))
            .schema(GateSchema.instanceOf(String.class)));
  }

  @Test
  void aGateIsListedSettledAndItsRecordRead() throws Exception {
    GateWaiter<String> waiter = ask(ANN, "question");
    String ref = waiter.ref();
    by("boss", get("/adk/gates?reason=question"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.gates.length()").value(1))
        .andExpect(jsonPath("$.gates[0].ref").value(ref))
        .andExpect(jsonPath("$.gates[0].payload.euros").value(5))
        .andExpect(jsonPath("$.gates[0].state").value("open"));
    by("boss", settle(ref, "{\"decision\": \"resolve\", \"value\": \"yes\"}"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.state").value("resolved"));
    assertThat(waiter.value()).isEqualTo("yes");
    by("boss", get("/adk/gates/" + ref))
        .andExpect(jsonPath("$.decisions[0].actor").value("boss"))
        .andExpect(jsonPath("$.decisions[0].channel").value("http"))
        .andExpect(jsonPath("$.decisions[0].value").value("yes"));
    by("boss", settle(ref, "{\"decision\": \"abort\"}"))
        .andExpect(status().isConflict())
        .andExpect(jsonPath("$.code").value("E_GATE_ALREADY_SETTLED"));
  }

  /** A model may have cut an argument inside of a character. */
  @Test
  void aGateIsShownWithHalfOfACharacter() throws Exception {
    GateWaiter<Object> waiter =
        GateWaiter.start(
            service, ANN, GateRequest.of("g", "question", Map.of("text", "Hi \ud83d")));

    String body =
        by("boss", get("/adk/gates/" + waiter.ref()))
            .andExpect(status().isOk())
            .andReturn()
            .getResponse()
            .getContentAsString(StandardCharsets.UTF_8);

    assertThat(Json.read(body).at("/payload/text").asString()).isEqualTo("Hi \ud83d");
    by("boss", settle(waiter.ref(), "{\"decision\": \"abort\"}")).andExpect(status().isOk());
  }

  private String next(ResultActions page) throws Exception {
    return Json.read(page.andReturn().getResponse().getContentAsString()).path("next").asString();
  }

  @Test
  void explainsErrorsAndKeepsGateOpen() throws Exception {
    GateWaiter<String> waiter = ask(ANN, "question");
    String ref = waiter.ref();
    by("boss", settle(ref, "{\"decision\": \"resolve\", \"value\": 7}"))
        .andExpect(status().isUnprocessableContent())
        .andExpect(jsonPath("$.code").value("E_INVALID_TURN_GATE_RESOLUTION"));
    by("boss", settle(ref, "{\"decision\": \"approve\"}"))
        .andExpect(status().isUnprocessableContent());
    by("boss", settle("none", "{\"decision\": \"abort\"}")).andExpect(status().isNotFound());
    by(null, settle(ref, "{\"decision\": \"abort\"}")).andExpect(status().isUnauthorized());
    by(null, get("/adk/gates")).andExpect(status().isUnauthorized());
    by("ann", settle(ref, "{\"decision\": \"abort\"}")).andExpect(status().isForbidden());
    by("ann", get("/adk/gates")).andExpect(jsonPath("$.gates.length()").value(1));
    assertThat(waiter.isWaiting()).isTrue();
    by("boss", settle(ref, "{\"decision\": \"reject\", \"comment\": \"no\"}"))
        .andExpect(status().isOk());
  }

  @Test
  void otherTenantsAndMissingAuthoritiesHideAGate() throws Exception {
    GateWaiter<String> foreign = ask(ANN.withTenant("other"), "question");
    GateWaiter<String> payment = ask(ANN, "payment");
    by("boss", get("/adk/gates/" + foreign.ref())).andExpect(status().isNotFound());
    by("boss", settle(foreign.ref(), "{\"decision\": \"abort\"}")).andExpect(status().isNotFound());
    by("boss", get("/adk/gates/" + payment.ref())).andExpect(status().isNotFound());
    by("boss", settle(payment.ref(), "{\"decision\": \"abort\"}")).andExpect(status().isNotFound());
    by("boss", get("/adk/gates")).andExpect(jsonPath("$.gates.length()").value(0));
  }

  @Test
  void listsAreFilteredAndGoOnPageByPage() throws Exception {
    String first = ask(ANN, "question").ref();
    String second = ask(ANN, "question").ref();
    String other = ask(ANN.withConversation("c-2"), "question").ref();
    by("boss", get("/adk/gates?limit=2"))
        .andExpect(jsonPath("$.gates[0].ref").value(first))
        .andExpect(jsonPath("$.gates[1].ref").value(second))
        .andExpect(jsonPath("$.next").isString());
    String next = next(by("boss", get("/adk/gates?limit=2")));
    assertThat(next).doesNotContain(second);
    by("boss", get("/adk/gates?limit=2&after=" + second))
        .andExpect(status().isUnprocessableContent());
    by("eve", get("/adk/gates?limit=2&after=" + next)).andExpect(status().isUnprocessableContent());
    by("boss", get("/adk/gates?limit=2&reason=other&after=" + next))
        .andExpect(status().isUnprocessableContent());
    by("boss", get("/adk/gates?limit=2&after=" + next))
        .andExpect(jsonPath("$.gates.length()").value(1))
        .andExpect(jsonPath("$.gates[0].ref").value(other))
        .andExpect(jsonPath("$.next").doesNotExist());
    by("boss", get("/adk/gates?conversation=c-2"))
        .andExpect(jsonPath("$.gates.length()").value(1))
        .andExpect(jsonPath("$.gates[0].ref").value(other));
    by("boss", get("/adk/gates?reason=payment")).andExpect(jsonPath("$.gates.length()").value(0));
    by("boss", settle(first, "{\"decision\": \"abort\"}")).andExpect(status().isOk());
    by("boss", get("/adk/gates")).andExpect(jsonPath("$.gates.length()").value(2));
    by("boss", get("/adk/gates?undecided=false")).andExpect(jsonPath("$.gates.length()").value(3));
  }

  @Test
  void invisibleGatesLeaveNoTraceInAList() throws Exception {
    String first = ask(ANN, "question").ref();
    for (int i = 0; i < 3; i++) {
      ask(ANN, "payment").ref();
    }
    String second = ask(ANN, "question").ref();
    for (int i = 0; i < 3; i++) {
      ask(ANN, "payment").ref();
    }
    by("boss", get("/adk/gates?limit=2"))
        .andExpect(jsonPath("$.gates[0].ref").value(first))
        .andExpect(jsonPath("$.gates[1].ref").value(second))
        .andExpect(jsonPath("$.next").isEmpty());
    by("boss", get("/adk/gates?limit=1&reason=payment"))
        .andExpect(jsonPath("$.gates").isEmpty())
        .andExpect(jsonPath("$.next").isEmpty());
    String next = next(by("boss", get("/adk/gates?limit=1")));
    by("boss", get("/adk/gates?limit=1&after=" + next))
        .andExpect(jsonPath("$.gates[0].ref").value(second))
        .andExpect(jsonPath("$.next").isEmpty());
  }

  @Test
  void missingAndInvisibleGatesAnswerAlike() throws Exception {
    String payment = ask(ANN, "payment").ref();
    String none = Ids.next();
    for (String body :
        List.of("{\"decision\": \"abort\"}", "{\"decision\": \"resolve\", \"value\": 1}", "{}")) {
      assertThat(answer(settle(payment, body)).replace(payment, "REF"))
          .isEqualTo(answer(settle(none, body)).replace(none, "REF"));
    }
    assertThat(answer(get("/adk/gates/" + payment)).replace(payment, "REF"))
        .isEqualTo(answer(get("/adk/gates/" + none)).replace(none, "REF"))
        .isEqualTo(answer(settle(none, "{\"decision\": \"abort\"}")).replace(none, "REF"));
  }

  private String answer(MockHttpServletRequestBuilder request) throws Exception {
    var response = by("boss", request).andReturn().getResponse();
    return response.getStatus() + " " + response.getContentAsString();
  }

  @Test
  void attemptsAreReadPageByPageAndThoseOfOtherTenantsNotAtAll() throws Exception {
    String ref = ask(ANN, "question").ref();
    for (int i = 0; i < 60; i++) {
      by("ann", settle(ref, "{\"decision\": \"reject\", \"comment\": \"secret\"}"))
          .andExpect(status().isForbidden());
    }
    GateActor foreigner = GateActor.of("the spy", "other", "ROLE_SPY");
    assertThatThrownBy(() -> service.settle(ref, foreigner, GateDecision.reject("secret")))
        .isInstanceOf(AdkException.class);
    ResultActions page =
        by("boss", get("/adk/gates/" + ref))
            .andExpect(jsonPath("$.refusals").value(60))
            .andExpect(jsonPath("$.decisions.length()").value(50));
    ResultActions rest =
        by("boss", get("/adk/gates/" + ref + "?after=" + next(page)))
            .andExpect(jsonPath("$.decisions.length()").value(10))
            .andExpect(jsonPath("$.next").isEmpty());
    for (ResultActions seen : List.of(page, rest)) {
      assertThat(seen.andReturn().getResponse().getContentAsString())
          .doesNotContain("secret", "the spy", "ROLE_SPY");
    }
  }

  @Test
  void refusesUnknownField() throws Exception {
    GateWaiter<String> waiter = ask(ANN, "question");
    for (String body :
        List.of(
            "{\"decision\": \"resolve\", \"vaule\": \"yes\"}",
            "{\"decision\": \"reject\", \"comment\": 5}",
            "{\"decision\": \"resolve\", \"value\": \"yes\", \"edited\": \"no\"}",
            "{\"decision\": [\"abort\"]}",
            "{}")) {
      by("boss", settle(waiter.ref(), body))
          .andExpect(status().isUnprocessableContent())
          .andExpect(jsonPath("$.code").value("VALIDATION_EXCEPTION"));
    }
    for (String query : List.of("limit=0", "limit=x", "limit=1001", "undecided=maybe", "after=x")) {
      by("boss", get("/adk/gates?" + query)).andExpect(status().isUnprocessableContent());
    }
    assertThat(waiter.isWaiting()).isTrue();
    waiter.abort();
  }

  @Test
  void acceptsDecisionForWaitingTurn() throws Exception {
    String ref = Ids.next();
    service
        .store()
        .openGate(
            new TurnStore.Opening(
                ref,
                ANN,
                "t-1",
                "g",
                "key",
                "question",
                null,
                true,
                null,
                null,
                null,
                null,
                "gone"));
    by("boss", settle(ref, "{\"decision\": \"resolve\", \"value\": \"yes\"}"))
        .andExpect(status().isAccepted())
        .andExpect(jsonPath("$.state").value("proposed"));
  }

  @Test
  void actorMayMarkValueAsEdited() throws Exception {
    GateWaiter<String> waiter = ask(ANN, "question");
    by(
            "boss",
            settle(
                waiter.ref(), "{\"decision\": \"resolve\", \"value\": \"less\", \"edited\": true}"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.decisions").isEmpty());
    by("boss", get("/adk/gates/" + waiter.ref()))
        .andExpect(jsonPath("$.decisions[0].edited").value(true));
    assertThat(waiter.receipt().edited()).isTrue();
  }

  @Test
  void anAnonymousUserIsNobody() throws Exception {
    String ref = ask(ANN, "question").ref();
    SecurityContextHolder.getContext()
        .setAuthentication(
            new AnonymousAuthenticationToken(
                "key", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS")));
    MockMvc http = http(new SecurityGateActors());
    http.perform(settle(ref, "{\"decision\": \"abort\"}")).andExpect(status().isUnauthorized());
    http.perform(get("/adk/gates")).andExpect(status().isUnauthorized());
  }

  @Test
  void hidesInternalErrors() throws Exception {
    http((principal, channel) -> {
          throw new AdkException(
              AdkErrorCode.E_STORAGE_UNAVAILABLE, "jdbc:postgresql://secret refused");
        })
        .perform(get("/adk/gates"))
        .andExpect(status().is(AdkErrorCode.E_STORAGE_UNAVAILABLE.status()))
        .andExpect(jsonPath("$.code").value("E_STORAGE_UNAVAILABLE"))
        .andExpect(jsonPath("$.detail").value(AdkErrorCode.E_STORAGE_UNAVAILABLE.meaning()));
  }

  @Test
  void authoritiesComeFromSpringSecurity() throws Exception {
    GateWaiter<String> payment = ask(ANN, "payment");
    String ref = payment.ref();
    MockMvc http = http(new SecurityGateActors());
    http.perform(settle(ref, "{\"decision\": \"abort\"}")).andExpect(status().isUnauthorized());
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken("clerk", "", "ROLE_CLERK"));
    http.perform(settle(ref, "{\"decision\": \"abort\"}")).andExpect(status().isNotFound());
    SecurityContextHolder.getContext()
        .setAuthentication(new TestingAuthenticationToken("payer", "", "ROLE_PAYER"));
    http.perform(settle(ref, "{\"decision\": \"resolve\", \"value\": \"paid\"}"))
        .andExpect(status().isOk());
    http.perform(get("/adk/gates/" + ref))
        .andExpect(jsonPath("$.refusals").value(1))
        .andExpect(jsonPath("$.decisions[0].authorities[0]").value("ROLE_CLERK"))
        .andExpect(jsonPath("$.decisions[0].refusal").value("unauthorized"));
    assertThat(payment.value()).isEqualTo("paid");
    assertThat(payment.receipt().actor().authorities()).containsExactly("ROLE_PAYER");
  }
}
