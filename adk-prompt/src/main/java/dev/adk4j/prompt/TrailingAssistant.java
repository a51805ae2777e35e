package dev.adk4j.prompt;

/**
 * What happens where the conversation ends on the assistant's own words, which many providers
 * answer with nothing and some refuse.
 */
public enum TrailingAssistant {
  /** Logs {@code trailing-assistant} and sends the prompt as it is. */
  WARN,
  /** Appends a user entry that asks to go on. */
  APPEND_USER,
  /** Throws {@code E_LLM_PROMPT_SHAPE}. */
  FAIL
}
