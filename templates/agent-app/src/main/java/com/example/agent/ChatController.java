package com.example.agent;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
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
    return conversation(conversation).decide(gate, decision.approved());
  }

  /** With a login, the user is its name. */
  private Conversation conversation(String id) {
    return agent.conversation("somebody", id);
  }
}
