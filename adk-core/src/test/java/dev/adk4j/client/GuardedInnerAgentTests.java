package dev.adk4j.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.guard.Guards;
import dev.adk4j.guard.TextGuard;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.turn.TurnRunner;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Guards before agents that ask agents, or hand over to them. */
@Timeout(60)
class GuardedInnerAgentTests extends ParkingAgents {

  /** Makes a text of whatever comes. */
  private static final ToolGuard SEEN =
      (tool, args, checksum, ctx, call) ->
          ToolOutput.text(
              "seen "
                  + (call.proceed(args) instanceof ToolOutput.Text(var text) ? text.value() : "-"));

  private final List<String> decisions = new CopyOnWriteArrayList<>();

  private AgentClient agent(
      String name, DispatchExecutor executor, List<DispatchMiddleware> before, Tool... tools) {
    Tool pay = pay("to", "string", (args, ctx, meta) -> ToolOutput.text("paid"));
    TurnRunner runner = runner(executor, pay).dispatchInputPipeline(before).build();
    runner.observe(TurnEvent.GUARD_DECISION, this::decided);
    return agent(runner).name(name).addTools(tools).build();
  }

  private void decided(GuardDecision event) {
    decisions.add(event.guard() + " " + event.stage() + " " + event.decision());
  }

  /** Calls the tools, then says their results. */
  private static DispatchExecutor calls(String... tools) {
    return calling(
        Arrays.stream(tools)
            .map(tool -> request(tool, arguments(tool)))
            .toArray(ToolCallRequest[]::new));
  }

  private static String arguments(String tool) {
    return tool.startsWith("hand")
        ? "{\"reason\":\"yours\"}"
        : tool.equals("pay") ? "{}" : "{\"message\":\"pay\"}";
  }

  private AgentClient payer() {
    return agent("payer", calls("pay"), List.of());
  }

  private Answer decidedTwice(Conversation conversation) {
    Answer asked = conversation.send("pay");
    assertThat(asked.gate().tool()).isEqualTo("payer");
    Answer again = conversation.decide(asked.gate(), true);
    assertThat(again.gate().tool()).isEqualTo("pay");
    return conversation.decide(again.gate(), true);
  }

  @Test
  void theGuardsOfTheOneWhoTookOverDecideOnItsAnswer() {
    AgentClient second =
        agent("second", calls("pay"), List.of(masking("inner", "paid", "p**d").build()));
    Conversation conversation =
        agent(
                "first",
                calls("hand_over_to_second"),
                List.of(masking("outer", "p..d", "gone").build()),
                AgentClient.handoffTo(second, "Pays."))
            .conversation("ann", "c");
    Answer asked = conversation.send("pay");
    assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("<p**d>");
    assertThat(decisions).containsExactly("inner output rewrite");
    assertThat(storage.log(conversation.scope())).hasSize(4);
  }

  private static Guards.Builder masking(String name, String pattern, String replacement) {
    return Guards.builder().output(name, TextGuard.mask(Pattern.compile(pattern), replacement));
  }

  @Test
  void bothAgentsGuardsDecideOnWhatEachSays() {
    AgentClient second =
        agent("second", calls("pay"), List.of(masking("inner", "paid", "p**d").build()));
    Conversation conversation =
        agent(
                "first",
                calls("payer"),
                List.of(masking("outer", "p..d", "gone").tool("seen", SEEN).build()),
                second.asTool("payer", "Pays."))
            .conversation("ann", "c");
    Answer asked = conversation.send("pay");
    Answer answer = conversation.decide(asked.gate(), true);
    assertThat(answer.text()).isEqualTo("<seen <gone>>");
    assertThat(answer.toolCalls().getFirst().text()).isEqualTo("seen <p**d>");
    assertThat(decisions)
        .containsExactly("inner output rewrite", "seen tool rewrite", "outer output rewrite");
  }

  @Test
  void aGuardOfTheToolDecidesOnTheResultOfACallThatWaited() {
    Tool tool = payer().asTool("payer", "Pays.").toBuilder().guard(SEEN).build();
    Conversation conversation =
        agent("first", calls("payer"), List.of(), tool).conversation("ann", "c");
    Answer asked = conversation.send("pay");
    assertThat(asked.gate().tool()).isEqualTo("pay");
    assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("<seen <paid>>");
  }

  @Test
  void anApprovalBeforeAGuardIsAskedForOnce() {
    Tool tool =
        payer().asTool("payer", "Pays.").toBuilder()
            .guard(ApprovalGuard.required().before(SEEN))
            .build();
    Conversation conversation =
        agent("first", calls("payer"), List.of(), tool).conversation("ann", "c");
    assertThat(decidedTwice(conversation).text()).isEqualTo("<seen <paid>>");
  }

  private Conversation approvedPayer() {
    Tool tool =
        payer().asTool("payer", "Pays.").toBuilder().guard(ApprovalGuard.required()).build();
    return agent("first", calls("payer"), List.of(), tool).conversation("ann", "c");
  }

  @Test
  void theAnswerThatAnotherProcessGaveReplacesTheGatesThatWereToldHere() {
    Conversation here = approvedPayer();
    Answer asked = here.send("pay");
    Answer again = here.decide(asked.gate(), true);
    assertThat(again.status()).isEqualTo(Answer.Status.WAITING);
    waiting.close();
    waiting = process();
    assertThat(approvedPayer().decide(again.gate(), true).text()).isEqualTo("<<paid>>");
    assertThat(here.answer(asked.turnId()).text()).isEqualTo("<<paid>>");
  }

  @Test
  void anApprovalOfAPipelineIsAskedForOnceAndTheToolsOwnGuardDecides() {
    Tool tool = payer().asTool("payer", "Pays.").toBuilder().guard(SEEN).build();
    Conversation conversation =
        agent("first", calls("payer"), List.of(ToolApproval.of("payer")), tool)
            .conversation("ann", "c");
    assertThat(decidedTwice(conversation).text()).isEqualTo("<seen <paid>>");
  }

  @Test
  void anApprovalAmongTheGuardsOfAllToolsIsAskedForOnce() {
    Guards guards = Guards.builder().tool("ask", ApprovalGuard.required()).build();
    Conversation conversation =
        agent("first", calls("payer"), List.of(guards), payer().asTool("payer", "Pays."))
            .conversation("ann", "c");
    assertThat(decidedTwice(conversation).text()).isEqualTo("<<paid>>");
  }

  @Test
  void guardsDecideOnceOnEachOfSeveralToolsAtOnce() {
    AgentClient expert = agent("expert", calls("pay"), List.of());
    Tool payer = payer().asTool("payer", "Pays.").toBuilder().parallel(true).build();
    Tool other = expert.asTool("expert", "Pays too.").toBuilder().parallel(true).build();
    Guards guards = Guards.builder().tool("seen", SEEN).build();
    Conversation conversation =
        agent("first", calls("payer", "expert"), List.of(guards), payer, other)
            .conversation("ann", "c");
    Answer asked = conversation.send("pay");
    Answer half = conversation.decide(asked.gates().getFirst(), true);
    assertThat(conversation.decide(half.gate(), true).text())
        .isEqualTo("<seen <paid>, seen <paid>>");
    assertThat(decisions).containsExactly("seen tool rewrite", "seen tool rewrite");
    assertThat(Stream.of(store.counts())).containsExactly(new TurnStore.Counts(0, 0, 0, 0));
  }
}
