package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.jpa.entity.MessageEntity;
import dev.adk4j.jpa.repository.MessageEntityRepository;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;

@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:agent;DB_CLOSE_DELAY=-1",
      "adk.storage.noop=tools"
    })
class JpaTests {

  @SpringBootApplication
  static class Application {

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> {
        ctx.storeMessage(Message.assistant("I know " + ctx.turnMessages().size()));
        ctx.ack();
      };
    }
  }

  @Autowired private AgentClient agent;
  @Autowired private MessageEntityRepository messages;

  @Test
  void showsWhatWasSaidInARepository() {
    agent.conversation("ann", "1").ask("Hi");

    assertThat(messages.findByTenantAndConversationOrderBySeq("default", "ann/1"))
        .extracting(MessageEntity::content)
        .containsExactly("Hi", "I know 1");
  }
}
