package dev.adk4j.test.gate;

import dev.adk4j.error.ErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.AdkAssertions;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The services of two processes on a store under test, and gates of a tenant that each test has for
 * itself, so that data left by other tests does not matter.
 */
abstract class GateStoreFixture {

  static final Duration SOON = Duration.ofMillis(300);

  /** Longer than any pause of a busy machine, and than any operation in these tests. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Tenant of this test. */
  protected final String tenant = "tenant-" + Ids.next();

  /** Scope of the waiting turns. */
  protected final Scope scope = Scope.of(tenant, "ann", "c-1");

  /** Actor that decides. */
  protected final GateActor boss = GateActor.of("boss", tenant, "APPROVER", "READER");

  final List<GateService> services = new ArrayList<>();
  GateService here;
  GateService there;

  /** Returns one process's store on the shared database. */
  protected abstract TurnStore store();

  @BeforeEach
  void openServices() {
    here = service();
    there = service();
  }

  @AfterEach
  void closeServices() {
    services.forEach(GateService::close);
  }

  /** Returns a process; its service is closed after the test. */
  protected GateService service() {
    GateService service =
        GateService.of(
            store(),
            GateService.Options.DEFAULT
                .withAuthorizer(GatePolicy.strict().require("payment", Set.of("PAYER")))
                .withHeartbeat(Duration.ofMillis(200))
                .withVerdictTimeout(PATIENCE));
    services.add(service);
    return service;
  }

  /** Returns a request whose value must be letters, which are converted to upper case. */
  protected static GateRequest<String> letters(String id) {
    GateSchema<String> schema =
        value -> {
          if (!(value instanceof String text) || !text.matches("[a-zA-Z]+")) {
            throw new IllegalArgumentException("letters only");
          }
          return text.toUpperCase(java.util.Locale.ROOT);
        };
    return GateRequest.of(id, "question", Map.of("asks", "a word")).schema(schema);
  }

  List<GateDecisionRecord> history(String ref) {
    return here.store().decisions(tenant, ref, false, null, 1_000);
  }

  List<GateDecisionRecord> foreign(String ref) {
    return here.store().decisions(tenant, ref, true, null, 1_000);
  }

  GateRecord now(String ref) {
    return here.find(tenant, ref).orElseThrow();
  }

  static void assertCode(ThrowingCallable call, ErrorCode code) {
    AdkAssertions.assertThrown(call).hasCode(code);
  }

  GateRecord openedByDead(String key, @Nullable Duration timeout) {
    return opened(key, timeout, "dead-" + Ids.next());
  }

  GateRecord opened(String key, @Nullable Duration timeout, String node) {
    return opened(here, key, timeout, node);
  }

  GateRecord opened(GateService service, String key) {
    return opened(service, key, null, TurnStore.Opening.NOBODY);
  }

  GateRecord opened(GateService service, String key, @Nullable Duration timeout, String node) {
    return service
        .store()
        .openGate(
            new TurnStore.Opening(
                Ids.next(),
                scope,
                "dead-turn",
                "g",
                key,
                "question",
                JsonValue.of("?"),
                true,
                null,
                null,
                null,
                timeout,
                node))
        .gate();
  }

  /** Retries the assertion until it passes; fails with its error after a timeout. */
  protected static void eventually(ThrowingRunnable assertion) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(assertion);
  }

  /** Asserts that a decision in the other process fails with this code. */
  void refused(ErrorCode code, String ref, GateActor actor, GateDecision decision) {
    assertCode(() -> there.settle(ref, actor, decision), code);
  }

  /** Returns a turn of the scope that waits for a word at the gate {@code g}. */
  GateWaiter<String> waiting() {
    return GateWaiter.start(here, scope, letters("g"));
  }

  /** Returns a turn that waits for any value at the gate {@code g}, for one of these reasons. */
  GateWaiter<@Nullable Object> waiting(String reason) {
    return GateWaiter.start(here, scope, GateRequest.of("g", reason, null));
  }

  /** Returns a decision of the boss about a gate of the tenant, for the store. */
  TurnStore.Attempt attempt(String ref, GateDecision.Kind kind, @Nullable Object value) {
    return new TurnStore.Attempt(
        Ids.next(),
        tenant,
        ref,
        kind,
        boss,
        value == null ? null : JsonValue.of(value),
        false,
        null,
        false);
  }
}
