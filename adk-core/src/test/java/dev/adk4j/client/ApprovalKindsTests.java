package dev.adk4j.client;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GatePolicy;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.tool.Tools;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may decide on a tool's call, and which calls ask. */
@Timeout(60)
class ApprovalKindsTests {

  private static final GateActor ANN = GateActor.of("ann", "default");
  private static final GateActor BOSS = GateActor.of("boss", "default");
  private static final GateActor CFO = GateActor.of("cfo", "default", "ROLE_FINANCE");

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private GateAuthorizer authorizer = GatePolicy.strict();
  private GateService gates;
  private AgentRegistry waiting;
  private String[] alsoAsks = {"optional:none"};

  @AfterEach
  void close() {
    if (waiting != null) {
      waiting.close();
      gates.close();
    }
  }

  class Desk {

    @AgentTool(value = "Refunds.", approval = Approval.BY_OTHER)
    String refund(int amount) {
      done.add("refund " + amount);
      return "done";
    }

    @AgentTool(value = "Orders.", approval = Approval.BY_USER)
    String order(int amount) {
      done.add("order " + amount);
      return "done";
    }

    @AgentTool(value = "Pays.", approval = Approval.REQUIRED, approvalRole = "ROLE_FINANCE")
    String pay(int amount) {
      done.add("pay " + amount);
      return "done";
    }

    @AgentTool(value = "Sends.", approval = Approval.REQUIRED, approvalWhen = "isMuch")
    String send(int amount, Scope scope) {
      done.add("send " + amount + " for " + scope.subject());
      return "done";
    }

    boolean isMuch(int amount, Scope scope) {
      if (amount < 0) {
        throw new IllegalArgumentException("negative");
      }
      return amount > 100;
    }
  }

  /** Calls the tool that the message names, with the number that it names. */
  private static void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    String[] asked = ctx.turnMessages().snapshot().getLast().text().split(" ");
    List<ToolCall> calls = ctx.turnToolCalls().snapshot();
    if (calls.isEmpty()) {
      ToolCallRunner.run(
          ctx,
          helpers,
          List.of(ToolCallRequest.ofText("1", asked[0], "{\"amount\": " + asked[1] + "}")),
          ToolResultOptions.DEFAULT);
    } else {
      ctx.storeMessage(Message.assistant(calls.getLast().text()));
      ctx.ack();
    }
  }

  private AgentClient client() {
    gates =
        GateService.of(
            TurnStore.inMemory(), GateService.Options.DEFAULT.withAuthorizer(authorizer));
    TurnStore store = gates.store();
    waiting = AgentRegistry.of(gates);
    TurnRunner runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .gates(gates)
            .tools(Tools.of(new Desk()))
            .turnInputPipeline(
                List.of(new AcceptInput(), HydrateTurn.builder().messages(1).toolCalls(9).build()))
            .dispatchInputPipeline(List.of(ToolApproval.of(alsoAsks)))
            .executor(ApprovalKindsTests::answer)
            .build();
    return AgentClient.builder(runner).systemPrompt("").registry(waiting).build();
  }

  private static void assertRefused(Conversation conversation, Answer asked, GateActor actor) {
    assertFails(AdkErrorCode.E_GATE_NOT_AUTHORIZED, () -> approve(conversation, asked, actor));
  }

  private static Answer approve(Conversation conversation, Answer asked, GateActor actor) {
    return conversation.decide(asked.gate().id(), GateDecision.resolve(true), actor);
  }

  @Test
  void anotherDecidesByDefault() {
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("refund 1");
    assertThat(asked.gate().reason()).isEqualTo("tool_approval");
    assertRefused(conversation, asked, ANN);
    assertThat(done).isEmpty();
    assertThat(approve(conversation, asked, BOSS).text()).isEqualTo("done");
    assertThat(done).containsExactly("refund 1");
  }

  @Test
  void theUserAloneConfirms() {
    authorizer = GatePolicy.strict().require("tool_approval", Set.of("ROLE_APPROVER"));
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("order 1");
    assertThat(asked.gate().reason()).isEqualTo("tool_confirmation");
    assertRefused(conversation, asked, BOSS);
    assertRefused(conversation, asked, CFO);
    assertRefused(conversation, asked, GateActor.of(null, "default", List.of(), "http"));
    assertThat(done).isEmpty();
    assertThat(approve(conversation, asked, ANN).text()).isEqualTo("done");
    assertThat(done).containsExactly("order 1");
  }

  @Test
  void anAuthorizerMayLetOthersConfirm() {
    authorizer = (actor, gate) -> GateAuthorizer.Answer.grant();
    Conversation conversation = client().conversation("ann", "c");
    assertThat(approve(conversation, conversation.send("order 1"), BOSS).text()).isEqualTo("done");
  }

  @Test
  void refusesWhatNobodyCouldConfirm() {
    Answer answer = client().conversation(Scope.of("default", null, "c")).send("order 1");
    assertThat(answer.text()).contains("no user who could confirm");
    assertThat(done).isEmpty();
  }

  @Test
  void requiresTheRoleBesidesThoseOfTheReason() {
    authorizer = GatePolicy.strict().require("tool_approval", Set.of("ROLE_APPROVER"));
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("pay 1");
    assertThat(asked.gate().reason()).isEqualTo("tool_approval:ROLE_FINANCE");
    assertRefused(conversation, asked, BOSS);
    assertRefused(conversation, asked, CFO);
    assertRefused(conversation, asked, GateActor.of("boss", "default", "ROLE_APPROVER"));
    assertRefused(
        conversation, asked, GateActor.of("ann", "default", "ROLE_APPROVER", "ROLE_FINANCE"));
    assertThat(
            approve(
                    conversation,
                    asked,
                    GateActor.of("cfo", "default", "ROLE_APPROVER", "ROLE_FINANCE"))
                .text())
        .isEqualTo("done");
  }

  @Test
  void asksOnlyForCallsOfTheCondition() {
    Conversation conversation = client().conversation("ann", "c");
    assertThat(conversation.ask("send 100")).isEqualTo("done");
    assertThat(done).containsExactly("send 100 for ann");

    Conversation second = client().conversation("ann", "d");
    Answer asked = second.send("send 101");
    assertThat(asked.status()).isEqualTo(Answer.Status.WAITING);
    assertRefused(second, asked, ANN);
    assertThat(approve(second, asked, BOSS).text()).isEqualTo("done");
    assertThat(done).containsExactly("send 100 for ann", "send 101 for ann");
  }

  @Test
  void failsTheCallIfTheConditionFails() {
    assertThat(client().conversation("ann", "c").send("send -1").text()).contains("negative");
    assertThat(done).isEmpty();
  }

  @Test
  void asksForAllCallsOfAToolThatIsConfigured() {
    alsoAsks = new String[] {"send"};
    Conversation conversation = client().conversation("ann", "c");
    assertThat(conversation.send("send 1").status()).isEqualTo(Answer.Status.WAITING);
    assertThat(done).isEmpty();
  }

  @Test
  void refusesConditionsAndRolesThatCannotBeMeant() {
    class Wrong {
      @AgentTool(value = "None.", approval = Approval.REQUIRED, approvalWhen = "missing")
      String none(int n) {
        return "";
      }

      @AgentTool(value = "Private.", approval = Approval.REQUIRED, approvalWhen = "hidden")
      String unseen(int n) {
        return "";
      }

      @AgentTool(value = "Text.", approval = Approval.REQUIRED, approvalWhen = "text")
      String texts(int n) {
        return "";
      }

      @AgentTool(value = "Role.", approval = Approval.REQUIRED, approvalRole = "two words")
      String role(int n) {
        return "";
      }

      @AgentTool(value = "Asks nobody.", approvalRole = "ROLE_A")
      String nobody(int n) {
        return "";
      }

      private boolean hidden(int n) {
        return true;
      }

      String text(int n) {
        return "";
      }
    }
    assertThatThrownBy(() -> Tools.of(new Wrong()))
        .hasMessageContaining("$.none has the condition 'missing'")
        .hasMessageContaining("$.unseen has the condition 'hidden'")
        .hasMessageContaining("$.texts has the condition 'text'")
        .hasMessageContaining("$.role has an approval role")
        .hasMessageContaining("$.nobody has a timeout, a role or a condition");
  }
}
