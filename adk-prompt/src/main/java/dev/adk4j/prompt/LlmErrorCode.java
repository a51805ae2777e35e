package dev.adk4j.prompt;

import dev.adk4j.error.ErrorCode;

/**
 * Errors of prompts, budgets and model calls.
 *
 * @since 0.1.0
 */
public enum LlmErrorCode implements ErrorCode {
  E_INVALID_LLM_EXECUTOR_OPTIONS(
      529,
      true,
      "The options of the model executor are not valid.",
      "Correct every option the message names; nothing was sent to the model."),
  E_LLM_PROVIDER_ERROR(
      502,
      "The model's provider rejected the request or could not be reached.",
      "Check the status and the detail; status 0 means that there was no response."),
  E_LLM_STREAM_ERROR(
      502,
      "The model's answer was interrupted.",
      "Run the turn again. The partial answer was stored only if the turn is durable."),
  E_LLM_STREAM_STALLED(
      504,
      "The model's answer stalled.",
      "Run the turn again, or allow a longer idle time. The partial answer was stored only if the"
          + " turn is durable."),
  E_LLM_REQUEST_TIMEOUT(
      504,
      "The model did not begin to answer in time.",
      "Run the turn again, or allow a longer time for the first response."),
  E_LLM_INVALID_TOOL_CALL_ARGS(
      422,
      "The arguments of the tool call are not a JSON object.",
      "Call the tool again with a JSON object."),
  E_UNSUPPORTED_MEDIA_MODALITY(
      422,
      true,
      "The model does not support media of that kind.",
      "Choose a policy for unsupported media that renders text, or leave the media out."),
  E_LLM_REASONING_REPLAY_REJECTED(
      502,
      "The provider rejected reasoning that was replayed.",
      "Narrow the replay compatibility, or start a new conversation."),
  E_LLM_TOOLS_UNSUPPORTED(
      501,
      true,
      "Tools are visible but the model does not support tools.",
      "Hide the tools, or use a model whose options support tools."),
  E_CONTEXT_RESOLVER_MISSING(
      529,
      true,
      "A required context function is missing.",
      "Supply the function the message names."),
  E_LLM_PROMPT_SHAPE(
      422,
      "The prompt ends on the assistant's own message.",
      "Add the user's next message, or choose another policy for a trailing assistant message."),
  E_BUDGET_EXCEEDED(
      429,
      "A budget is used up.",
      "Raise the limit the message names, or wait until its period is over."),
  E_BUDGET_UNMETERED(
      501,
      "A generation could not be charged to a budget.",
      "Let the executor report token counts and give every model a price, or allow unmetered generations.");

  private final Info info;

  LlmErrorCode(int status, String meaning, String help) {
    this(status, false, meaning, help);
  }

  LlmErrorCode(int status, boolean fatal, String meaning, String help) {
    info = new Info(status, fatal, meaning, help);
  }

  @Override
  public Info info() {
    return info;
  }
}
