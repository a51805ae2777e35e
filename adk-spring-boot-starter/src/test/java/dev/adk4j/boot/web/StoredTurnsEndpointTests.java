package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.web.GatesApp.Answer;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Stored turns over {@code /actuator/adkturns}, on a real server. */
@Timeout(300)
@ParameterizedClass
@EnumSource
class StoredTurnsEndpointTests {

  private static final String SECRET = "the words of the user";

  private static GatesApp app;
  private static TurnStore store;
  private static String turns;

  private final String tenant = "tenant-" + Ids.next();

  StoredTurnsEndpointTests(GatesApp.Layout layout) {}

  @BeforeParameterizedClassInvocation
  static void start(GatesApp.Layout layout) {
    app = new GatesApp(layout, "management.endpoint.adkturns.access=unrestricted");
    store = app.context.getBean(TurnStore.class);
    // runs nothing: the tests claim turns themselves
    app.context.getBean(AgentRegistry.class).close();
    turns = app.actuator.toString().replace("adkgates", "adkturns");
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    app.close();
  }

  private static Answer get(String query) throws Exception {
    return secret(GatesApp.send("boss", HttpRequest.newBuilder(URI.create(turns + query))));
  }

  private static Answer secret(Answer answer) {
    assertThat(answer.body()).doesNotContain(SECRET);
    return answer;
  }

  private static Answer post(@Nullable String user, String turnId, String body) throws Exception {
    return secret(GatesApp.post(user, turns + "/" + turnId, body));
  }

  private Answer operate(String turnId, String operation) throws Exception {
    return post("boss", turnId, "{\"operation\":\"" + operation + "\"}");
  }

  private StoredTurn accepted(String conversation) {
    return accepted(tenant, conversation, Ids.next());
  }

  private static StoredTurn accepted(String tenant, String conversation, String turnId) {
    return store
        .accept(
            new StoredTurn(
                Scope.of(tenant, "ann", conversation),
                turnId,
                State.READY,
                Phase.ACCEPTED,
                0,
                0,
                0,
                List.of(),
                JsonValue.of(Map.of("how", SECRET)),
                JsonValue.of(Map.of("agent", "teller", "instructions", List.of(SECRET))),
                null,
                null,
                Instant.now(),
                Instant.now(),
                new StoredTurn.Acceptance(
                    JsonValue.of(List.of(SECRET)), "key-" + Ids.next(), "print", 0),
                StoredTurn.Inbox.EMPTY),
            100,
            null)
        .turn();
  }

  private StoredTurn claimed(StoredTurn turn) {
    return store.take(tenant, turn.turnId(), "node-7", Duration.ofHours(1)).orElseThrow();
  }

  private StoredTurn failed(String conversation) {
    StoredTurn turn = claimed(accepted(conversation));
    store.finish(turn, State.FAILED, "E_OF_TEST");
    return turn;
  }

  private State state(StoredTurn turn) {
    return store.find(tenant, turn.turnId()).orElseThrow().state();
  }

  @Test
  void listsStoredTurnsWithoutTheirContent() throws Exception {
    StoredTurn running = claimed(accepted("c-1"));
    StoredTurn queued = accepted("c-1");
    StoredTurn failed = failed("c-2");
    StoredTurn completed = claimed(accepted("c-3"));
    store.finish(completed, State.COMPLETED, null);

    JsonNode stored = get("?tenant=" + tenant).json().path("stored");
    assertThat(stored).hasSize(3);
    Map<String, String> states = new HashMap<>();
    stored.forEach(
        turn -> states.put(turn.path("turnId").asString(), turn.path("state").asString()));
    assertThat(states)
        .isEqualTo(
            Map.of(
                running.turnId(), "RUNNING",
                queued.turnId(), "QUEUED",
                failed.turnId(), "FAILED"));
    JsonNode one = get("/" + running.turnId()).json().get(0);
    assertThat(one.path("node").asString()).isEqualTo("node-7");
    assertThat(one.path("agent").asString()).isEqualTo("teller");
    assertThat(one.path("attempt").asInt()).isEqualTo(1);
    assertThat(one.path("durable").asBoolean()).isTrue();
    assertThat(one.path("conversation").asString()).isEqualTo("c-1");
    assertThat(Duration.parse(one.path("age").asString()))
        .isBetween(Duration.ZERO, Duration.ofMinutes(5));
    assertThat(get("/" + failed.turnId()).json().get(0).path("error").asString())
        .isEqualTo("E_OF_TEST");
    assertThat(get("?tenant=" + tenant + "&state=completed,failed").json().path("stored"))
        .hasSize(2);
    assertThat(get("?tenant=none-" + tenant).json().path("stored")).isEmpty();
  }

  @Test
  void listsInPages() throws Exception {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(claimed(accepted("c-" + i)).turnId());
    }
    List<String> seen = new ArrayList<>();
    String next = "";
    do {
      JsonNode page =
          get("?limit=2&tenant=" + tenant + (next.isEmpty() ? "" : "&after=" + next)).json();
      page.path("stored").forEach(turn -> seen.add(turn.path("turnId").asString()));
      next = page.path("next").asString("");
    } while (!next.isEmpty());
    assertThat(seen).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void refusesWhatIsNoPage() throws Exception {
    get("?limit=0").isProblem(400, "VALIDATION_EXCEPTION");
    get("?limit=1001").isProblem(400, "VALIDATION_EXCEPTION");
    assertThat(get("?limit=many").status()).isEqualTo(400);
    get("?after=x").isProblem(400, "E_INPUT_UNREADABLE");
    get("?state=gone").isProblem(400, "E_INPUT_UNREADABLE");
    get("/none-" + tenant).isProblem(404, "E_TURN_UNKNOWN");
  }

  @Test
  void triesATurnAgainThatFailed() throws Exception {
    StoredTurn failed = failed("c-1");
    Answer answer = operate(failed.turnId(), "retry");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(state(failed)).isEqualTo(State.READY);
    operate(claimed(accepted("c-2")).turnId(), "retry").isProblem(409, "E_STORAGE_CONFLICT");
  }

  @Test
  void cancelsATurnWhateverItDoes() throws Exception {
    StoredTurn running = claimed(accepted("c-1"));
    StoredTurn queued = accepted("c-1");
    StoredTurn next = accepted("c-1");
    for (StoredTurn turn : List.of(queued, running, failed("c-2"))) {
      Answer answer = operate(turn.turnId(), "cancel");
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(answer.json().path("state").asString()).isEqualTo("ABORTED");
      operate(turn.turnId(), "cancel").isProblem(409, "E_STORAGE_CONFLICT");
    }
    assertThat(store.finish(running, State.COMPLETED, null)).as("its run is fenced").isFalse();
    assertThat(state(next)).as("next in its conversation").isEqualTo(State.READY);
  }

  @Test
  void takesATurnFromTheNodeThatRunsIt() throws Exception {
    StoredTurn running = claimed(accepted("c-1"));
    Answer answer = operate(running.turnId(), "move");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(store.renew(running, Duration.ofHours(1))).as("its run is fenced").isFalse();
    assertThat(state(running)).isEqualTo(State.READY);
    operate(failed("c-2").turnId(), "move").isProblem(409, "E_STORAGE_CONFLICT");
  }

  @Test
  void letsNobodyOperateWhoIsNotKnown() throws Exception {
    StoredTurn failed = failed("c-1");
    for (String operation : List.of("retry", "cancel", "move", "explode")) {
      post(null, failed.turnId(), "{\"operation\":\"" + operation + "\"}")
          .isProblem(401, "E_NOT_AUTHENTICATED");
    }
    assertThat(state(failed)).isEqualTo(State.FAILED);
  }

  @Test
  void refusesOtherOperationsAndTurns() throws Exception {
    StoredTurn failed = failed("c-1");
    operate(failed.turnId(), "explode").isProblem(400, "E_INPUT_UNREADABLE");
    operate("none", "retry").isProblem(404, "E_TURN_UNKNOWN");
    for (String body : List.of("{\"operation\":1}", "{\"x\":\"y\"}", "[]", "{", "{}")) {
      Answer answer = post("boss", failed.turnId(), body);
      assertThat(answer.status()).as(body + " " + answer.body()).isEqualTo(400);
    }
    post("boss", failed.turnId(), "{\"operation\":\"retry\",\"tenant\":\"other\"}")
        .isProblem(404, "E_TURN_UNKNOWN");
    assertThat(state(failed)).isEqualTo(State.FAILED);
  }

  @Test
  void asksForTheTenantWhereSeveralHaveATurnOfThatId() throws Exception {
    StoredTurn mine = failed("c-1");
    String other = "other-" + tenant;
    accepted(other, "c-1", mine.turnId());
    store.take(other, mine.turnId(), "node-7", Duration.ofHours(1)).orElseThrow();
    assertThat(get("/" + mine.turnId()).json()).hasSize(2);
    operate(mine.turnId(), "cancel").isProblem(400, "E_INPUT_UNREADABLE");
    assertThat(
            post("boss", mine.turnId(), "{\"operation\":\"cancel\",\"tenant\":\"" + tenant + "\"}")
                .status())
        .isEqualTo(200);
    assertThat(state(mine)).isEqualTo(State.ABORTED);
    assertThat(store.find(other, mine.turnId()).orElseThrow().state()).isEqualTo(State.RUNNING);
  }
}
