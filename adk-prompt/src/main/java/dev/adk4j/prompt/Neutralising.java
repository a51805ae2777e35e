package dev.adk4j.prompt;

/** Where imitations of the developer-rules tag are defused. Tool results are left as they are. */
public enum Neutralising {
  /** In messages only. */
  MESSAGES,
  /** In messages, thoughts, memories and retrievables. */
  ALL
}
