package com.example.agent;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Asks the agent, and decides what waits for an approval. JSON both ways. */
@RestController
@RequestMapping(path = "/chat/{conversation}", consumes = "application/json")
class ChatController {

  record Question(String text) {}

  record Decision(boolean approved) {}

  /** With a login, its name takes this place, and decide(gate, approved) knows who decides. */
  private static final String USER = "somebody";

  private final AgentClient agent;

  ChatController(AgentClient agent) {
    this.agent = agent;
  }

  @PostMapping
  Answer ask(@PathVariable String conversation, @RequestBody Question question) {
    return conversation(conversation).send(question.text());
  }

  @PostMapping("/gates/{gate}")
  Answer decide(
      @PathVariable String conversation,
      @PathVariable String gate,
      @RequestBody Decision decision) {
    return conversation(conversation)
        .decide(gate, GateDecision.resolve(decision.approved()), GateActor.of(USER, "default"));
  }

  private Conversation conversation(String id) {
    return agent.conversation(USER, id);
  }
}
