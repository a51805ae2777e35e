package org.springframework.ai.bedrock.converse;

/** Stands for the class of that name; see {@link BedrockAssistantMessage}. */
record BedrockReasoningContent(String text, String signature) {

  public String getText() {
    return text;
  }
}
