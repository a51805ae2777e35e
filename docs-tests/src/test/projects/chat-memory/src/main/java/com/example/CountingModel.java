package com.example;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.stereotype.Component;

/** A model that is here without a network: it says how much of the conversation it was shown. */
@Component
class CountingModel implements ChatModel {

  @Override
  public ChatResponse call(Prompt prompt) {
    long shown =
        prompt.getInstructions().stream()
            .filter(message -> message.getMessageType() != MessageType.SYSTEM)
            .count();
    return new ChatResponse(
        List.of(new Generation(new AssistantMessage("I was shown " + shown + " messages."))));
  }
}
