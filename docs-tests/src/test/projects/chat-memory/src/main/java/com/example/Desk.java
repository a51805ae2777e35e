package com.example;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Answers questions and remembers the conversation. */
@SpringBootApplication
public class Desk {

  private final ChatClient chat;

  Desk(ChatClient.Builder builder, ChatMemory memory) {
    chat =
        builder
            .defaultSystem("You help customers of a lamp shop.")
            .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
            .build();
  }

  String ask(String conversation, String question) {
    return chat.prompt(question)
        .advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, conversation))
        .call()
        .content();
  }

  public static void main(String[] args) {
    SpringApplication.run(Desk.class, args);
  }
}
