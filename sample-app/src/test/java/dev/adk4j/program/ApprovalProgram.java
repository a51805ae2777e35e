package dev.adk4j.program;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.gate.GateActor;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolParam;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Json;
import dev.adk4j.web.gate.GateActors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An application whose refunds need an approval, and whose answers are values. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ApprovalProgram {

  public record Receipt(int refunds) {}

  public static void main(String[] args) {
    SpringApplication.run(ApprovalProgram.class, args);
  }

  @Bean
  Refunds refunds(@Value("${bank}") Path bank) {
    return new Refunds(bank);
  }

  @Bean
  GateActors boss() {
    return (principal, channel) -> Optional.of(GateActor.of("boss", "default", List.of(), channel));
  }

  /** Asks for a refund of each order that is named, then tells how many it asked for. */
  @Bean
  DispatchExecutor model() {
    return (ctx, helpers) -> {
      if (ctx.turnToolCalls().isEmpty()) {
        String orders = ctx.turnMessages().snapshot().getLast().text();
        ToolCallRunner.run(
            ctx,
            helpers,
            Arrays.stream(orders.split(" "))
                .map(n -> new ToolCallRequest(null, "refund", Json.read("{\"order\":" + n + "}")))
                .toList(),
            ToolResultOptions.DEFAULT);
        return;
      }
      AnswerType<?> type = AnswerType.in(ctx.stash());
      ctx.storeMessage(Message.assistant(type.write(new Receipt(ctx.turnToolCalls().size()))));
      ctx.ack();
    };
  }

  /** Writes each refund into the file that stands for the bank. */
  static class Refunds {

    private final Path bank;

    Refunds(Path bank) {
      this.bank = bank;
    }

    @AgentTool(description = "Refunds an order.", approval = Approval.REQUIRED)
    String refund(@ToolParam(description = "Its number") int order) throws IOException {
      Files.writeString(bank, order + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return "refunded";
    }
  }

  @RestController
  static class Chat {

    private final AgentClient agent;

    Chat(AgentClient agent) {
      this.agent = agent;
    }

    @PostMapping("/chat/{id}")
    Answer ask(@PathVariable("id") String id, @RequestBody String orders) {
      return agent.conversation("ann", id).send(orders, o -> o.answer(Receipt.class));
    }

    @GetMapping("/chat/{id}/{turn}")
    Receipt answer(@PathVariable("id") String id, @PathVariable("turn") String turn) {
      return agent.conversation("ann", id).answer(turn).value(Receipt.class);
    }
  }
}
