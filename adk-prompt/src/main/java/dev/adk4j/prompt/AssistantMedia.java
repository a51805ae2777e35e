package dev.adk4j.prompt;

/** How media that is attached to an assistant's message is rendered. */
public enum AssistantMedia {
  /** As text: most providers take no media from an assistant. */
  AS_TEXT,
  /** As text, and natively in a user entry right after it. */
  REOFFER,
  /** Like a user's, for a provider that takes it. */
  NATIVE
}
