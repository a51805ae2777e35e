package dev.adk4j.boot.service;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.primitive.Message;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * One abstract method of an interface, ready to be called.
 *
 * @param conversation index of the parameter that identifies the conversation; -1 for none
 * @param answer type of the value that the method returns; null for the other kinds
 */
record ServiceMethod(
    String name, int conversation, PromptText text, Type returned, @Nullable AnswerType<?> answer) {

  Object call(AgentClient agent, Object[] arguments) {
    Message message = text.message(arguments, name);
    if (conversation < 0) {
      return answer != null
          ? agent.ask(message, answer)
          : returned == Answer.class
              ? agent.send(message)
              : returned == AgentStream.class ? agent.stream(message) : agent.ask(message);
    }
    Conversation in =
        agent.conversation(
            (String) PromptText.required(arguments[conversation], "the conversation id", name));
    return answer != null
        ? in.ask(message, answer)
        : returned == Answer.class
            ? in.send(message)
            : returned == AgentStream.class ? in.stream(message) : in.ask(message);
  }
}
