package dev.adk4j.sample.web;

import dev.adk4j.sample.agent.SampleAgentProperties;
import dev.adk4j.value.Scope;
import org.springframework.stereotype.Component;

/** Builds the scope of a request on the server. Only the conversation comes from the path. */
@Component
class ConversationIds {

  private static final int MAX_LENGTH = 64;

  /**
   * Conversation of requests for memories. Nothing is stored in it, because memories belong to the
   * subject.
   */
  private static final String NO_CONVERSATION = "memories";

  private final SampleAgentProperties properties;

  ConversationIds(SampleAgentProperties properties) {
    this.properties = properties;
  }

  Scope scope(String id) {
    boolean known =
        id.chars()
            .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || "-_.".indexOf(c) >= 0));
    if (id.isEmpty() || id.length() > MAX_LENGTH || !known) {
      throw new ApiProblemException(ApiProblem.CONVERSATION_ID);
    }
    return Scope.of(Scope.DEFAULT_TENANT, properties.subject(), id);
  }

  /** Returns the owner of the memories. */
  Scope owner() {
    return Scope.of(Scope.DEFAULT_TENANT, properties.subject(), NO_CONVERSATION);
  }
}
