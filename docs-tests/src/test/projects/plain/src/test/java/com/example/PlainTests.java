package com.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.primitive.Message;
import org.junit.jupiter.api.Test;

class PlainTests {

  @Test
  void answersAndRemembers() {
    AgentClient agent =
        AgentClient.of(
            (ctx, helpers) -> {
              ctx.storeMessage(Message.assistant("I know " + ctx.turnMessages().size()));
              ctx.ack();
            });
    Conversation conversation = agent.conversation("ann", "1");

    assertThat(agent.ask("Hi")).isEqualTo("I know 1");
    assertThat(conversation.ask("Hi")).isEqualTo("I know 1");
    assertThat(conversation.ask("Hi again")).isEqualTo("I know 3");
  }

  @Test
  void bringsNoFrameworkAndNoParserOfDocuments() {
    for (String type :
        new String[] {
          "org.springframework.core.SpringVersion",
          "org.hibernate.Session",
          "com.jayway.jsonpath.JsonPath",
          "org.commonmark.parser.Parser",
          "org.yaml.snakeyaml.Yaml",
          "tools.jackson.dataformat.yaml.YAMLMapper"
        }) {
      assertThatThrownBy(() -> Class.forName(type)).isInstanceOf(ClassNotFoundException.class);
    }
  }
}
