package dev.adk4j.test;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.answer.TypeRef;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AgentTesterTests {

  private final AgentTester agent = AgentTester.withTools(new Payments());

  @Test
  void followsAScriptOfOneLine() {
    Answer answer = agent.calls("pay", Map.of("amount", 5)).says("Pa", "id.").send("Pay 5 euros.");

    assertThat(answer).hasStatus(Answer.Status.COMPLETED).hasText("Paid.").calledTools("pay");
    assertThat(answer).calledTool("pay").with("amount", 5).succeeded().answered("paid 5");
  }

  @Test
  void tellsACallFromAnother() {
    Answer answer = agent.calls("pay", Map.of("amount", 5)).says("Paid.").send("Pay.");

    assertThatThrownBy(() -> assertThat(answer).calledTool("refund"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("pay");
    assertThatThrownBy(() -> assertThat(answer).calledTools()).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(answer).hasText("Paid")).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(answer).hasStatus(Answer.Status.WAITING))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(answer).calledTool("pay").with("amount", 6))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(answer).calledTool("pay").with("currency", "EUR"))
        .hasMessageContaining("absent");
  }

  @Test
  void failsForAToolThatTheAgentDoesNotHave() {
    assertThatThrownBy(() -> agent.calls("refund", Map.of()).says("Done.").send("Refund."))
        .isInstanceOf(AgentTurnException.class)
        .hasStackTraceContaining("'refund', which the agent does not have. Its tools: [pay].");
  }

  @Test
  void failsWhereTheExecutorFollowsNoScript() {
    AgentTester other =
        AgentTester.of(
            AgentClient.of(
                (ctx, helpers) ->
                    Script.empty()
                        .say("mine")
                        .ack()
                        .entries
                        .forEach(
                            entry -> {
                              try {
                                ((Script.Act) entry).step().run(ctx, helpers);
                              } catch (Exception e) {
                                throw new IllegalStateException(e);
                              }
                            })));

    assertThat(other.ask("Hi")).isEqualTo("mine");
    assertThatThrownBy(() -> other.says("yours").ask("Hi"))
        .hasMessageContaining("its executor is not a ScriptedExecutor");
  }

  @Test
  void answersWithValuesOfTheAskedType() {
    Bill bill = new Bill("4711", Optional.empty(), LocalDate.EPOCH, List.of(Kind.FOOD));

    assertThat(agent.calls("pay", Map.of("amount", 5)).answers(bill).ask("Which?", Bill.class))
        .isEqualTo(bill);
    assertThat(agent.answers(List.of(bill)).ask("Which?", new TypeRef<List<Bill>>() {}))
        .containsExactly(bill);
    assertThat(agent.answers(Kind.FOOD).ask("Which?", Kind.class)).isEqualTo(Kind.FOOD);
    assertThat(agent.answers(new Way.Card("1")).ask("How?", Way.class))
        .isEqualTo(new Way.Card("1"));
    assertThat(agent.answers(7).ask("How many?", int.class)).isEqualTo(7);
    assertThatThrownBy(() -> agent.says("seven").ask("How many?", int.class))
        .isInstanceOf(AgentTurnException.class);
  }

  static class Desk {

    @AgentTool(value = "Refunds.", approval = Approval.REQUIRED, approvalRole = "ROLE_FINANCE")
    String refund(String order) {
      return "refunded " + order;
    }

    @AgentTool(value = "Orders.", approval = Approval.BY_USER)
    String order(String article) {
      return "ordered " + article;
    }
  }

  private final AgentTester desk = AgentTester.withTools(new Desk());

  @Test
  void goesOnWithTheScriptWhenTheCallIsApproved() {
    for (AgentTester tester : List.of(desk, desk.conversation("ann", "c"))) {
      Answer asked =
          tester.calls("refund", Map.of("order", "4711")).says("Done.").send("Refund it.");
      assertThat(asked)
          .isWaiting()
          .forTool("refund")
          .with("order", "4711")
          .hasReason("tool_approval:ROLE_FINANCE");

      Answer answer = tester.approve(asked);
      assertThat(answer).hasText("Done.").calledTool("refund").answered("refunded 4711");
    }
  }

  @Test
  void tellsTheModelThatACallIsRejected() {
    Answer asked = desk.calls("refund", Map.of("order", "4711")).says("Sorry.").send("Refund it.");
    assertThat(desk.reject(asked)).hasText("Sorry.").calledTool("refund").failed();
  }

  @Test
  void confirmsAsTheUser() {
    AgentTester ann = desk.conversation("ann", "c");
    Answer asked = ann.calls("order", Map.of("article", "lamp")).says("Done.").send("A lamp.");
    assertThatThrownBy(() -> ann.approve(asked, GateActor.of("bob", "default")))
        .isInstanceOf(AdkException.class);
    assertThat(ann.approve(asked)).hasText("Done.");
  }

  @Test
  void tellsAWaitingCallFromAnother() {
    Answer asked = desk.calls("refund", Map.of("order", "4711")).send("Refund it.");
    assertThatThrownBy(() -> assertThat(asked).forTool("order")).hasMessageContaining("refund");
    assertThatThrownBy(() -> assertThat(asked).forTool("refund").with("order", "4712"))
        .isInstanceOf(AssertionError.class);
    Answer other = desk.says("Hi.").send("Hi.");
    assertThatThrownBy(() -> assertThat(other).isWaiting()).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> desk.approve(other)).hasMessageContaining("is not waiting");
  }

  @Test
  void streamsToTheEnd() {
    List<?> events = agent.calls("pay", Map.of("amount", 5)).says("Pa", "id.").stream("Pay.");

    assertThat(events.getLast())
        .isInstanceOfSatisfying(
            AgentStream.End.class, end -> assertThat(end.answer()).hasText("Paid."));
    assertThat(events).filteredOn(AgentStream.Text.class::isInstance).hasSize(2);
    assertThatThrownBy(() -> agent.calls("refund", Map.of()).stream("Refund."))
        .isInstanceOf(AgentTurnException.class);
  }

  @Test
  void remembersWithinAConversationOnly() {
    AgentTester conversation = agent.conversation("ann", "c1");
    conversation.says("Hello Ann.").send("I am Ann.");

    List<String> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
    Script.Step look = (ctx, helpers) -> seen.addAll(ScriptedExecutor.Seen.in(ctx).messageTexts());
    conversation.script(script -> script.then(look)).says("Ann.").send("Who am I?");

    assertThat(seen).containsExactly("I am Ann.", "Hello Ann.", "Who am I?");
  }

  @Test
  void keepsTheScriptsOfTurnsThatRunAtTheSameTimeApart() {
    assertThat(
            IntStream.range(0, 50)
                .parallel()
                .filter(i -> agent.says("" + i).ask("Say " + i).equals("" + i))
                .count())
        .isEqualTo(50);
  }

  record Bill(String number, Optional<String> note, LocalDate due, List<Kind> kinds) {}

  enum Kind {
    FOOD,
    RENT
  }

  sealed interface Way {
    record Cash() implements Way {}

    record Card(String number) implements Way {}
  }

  static final class Payments {
    @AgentTool(description = "Pays an amount.")
    String pay(int amount) {
      return "paid " + amount;
    }
  }
}
