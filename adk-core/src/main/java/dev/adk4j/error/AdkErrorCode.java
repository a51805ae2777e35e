package dev.adk4j.error;

/**
 * Every error the library raises: its meaning, an HTTP-like status, whether it is a programming error ({@link #fatal()}),
 * and what to do about it. The documentation's error table is generated from these constants.
 */
public enum AdkErrorCode {
  VALIDATION_EXCEPTION(422, false, "The given value is not valid.", "Correct every field the message names."),

  E_INVALID_TURN_RUNNER_CONFIG(
      529,
      true,
      "The turn runner's configuration is not valid.",
      "Supply every field the message names; a callback that does nothing is legal, a missing one is not."),
  E_INVALID_TURN_CONTEXT(
      529, true, "The raw turn context is not valid.", "Correct every field the message names and run the turn again."),
  E_INPUT_PIPELINE_ERROR(
      500, false, "A turn input middleware failed.", "Look at the cause; the dispatch was not started."),
  E_OUTPUT_PIPELINE_ERROR(
      500, false, "A turn output middleware failed.", "Look at the cause; what the dispatch stored stays stored."),
  E_DISPATCH_PIPELINE_ERROR(
      500, false, "A dispatch middleware failed.", "Look at the cause; the iteration's writes were discarded."),
  E_PIPELINE_SHORT_CIRCUITED(
      500,
      false,
      "A middleware returned without calling next.",
      "Call next.proceed(), or refuse on purpose with abort(), ack() or nack()."),
  E_INVALID_LLM_DISPATCH_INPUT(
      529, true, "The dispatch request is not valid.", "Give exactly one of a turn context and a raw dispatch context."),
  E_INVALID_LLM_EXECUTION_CONTEXT(
      529, true, "The raw dispatch context is not valid.", "Supply every field the message names."),
  E_LLM_EXECUTION_EXECUTOR_ERROR(
      500, false, "The executor failed.", "Look at the cause; the iteration's writes were discarded."),
  E_LLM_EXECUTION_ALREADY_SIGNALLED(
      500, true, "The dispatch was already signalled.", "Call ack() or nack() once for each dispatch."),
  E_LLM_EXECUTION_GATE_NOT_SUPPORTED(
      501,
      false,
      "This standalone dispatch has no gates.",
      "Give the raw dispatch context a waitFor function, or run the dispatch inside a turn."),

  E_INVALID_INITIAL_TURN_GATE_VALUE(
      500, true, "The gate request is not valid.", "Give the gate an id and a reason, and a timeout of at least 1 ms."),
  E_INVALID_TURN_GATE_RESOLUTION(
      500,
      true,
      "The resolution does not fit the gate's schema.",
      "Resolve the gate again with a valid value; it is still open."),
  E_TURN_GATE_TIMEOUT(408, false, "The gate timed out.", "Open the gate again, or give it a longer timeout."),
  E_TURN_GATE_ABORTED(499, false, "The gate was aborted.", "Nothing to correct: the gate or its turn was cancelled."),

  E_INVALID_TOOL_ARGS(
      422, false, "The tool's arguments are not valid.", "Call the tool again with arguments that fit its schema."),
  E_TOOL_DOWNSTREAM_ERROR(500, false, "The tool failed.", "Look at the cause: the tool's handler threw it."),
  E_TOOL_ALREADY_REGISTERED(
      409, true, "A tool of that name is registered.", "Rename one of the tools, or register with overwrite."),

  E_INVALID_INITIAL_REGISTRY_VALUE(
      500, true, "A registry starts from a map with text keys.", "Give a map, or nothing."),
  E_INVALID_INITIAL_IDENTITY_VALUE(
      500, true, "The identity is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_MESSAGE_VALUE(500, true, "The message is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_MEDIA_VALUE(500, true, "The media is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_MEMORY_VALUE(500, true, "The memory is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_RETRIEVABLE_VALUE(
      500, true, "The retrievable is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_THOUGHT_VALUE(500, true, "The thought is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_TOOL_CALL_VALUE(
      500, true, "The tool call is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_TOOL_VALUE(500, true, "The tool is not valid.", "Correct every field the message names."),

  E_NOT_A_SPOOL_READER(500, true, "An artifact needs a spool reader.", "Build the artifact on a SpoolReader."),
  E_NOT_A_MEDIA_READER(500, true, "A media needs a media reader.", "Build the media on a MediaReader."),
  E_READER_NOT_DESCRIBABLE(
      422,
      false,
      "A reader without a descriptor cannot be stored.",
      "Write the bytes through a byte store whose readers describe themselves, or implement describe()."),
  E_NO_READER_RESOLVER(
      422,
      false,
      "No resolver is registered for that reader tag.",
      "Register a resolver for the tag before the record is decoded."),
  E_ARTIFACT_ID_COLLISION(
      409, true, "A tool call and a retrievable share an id.", "Give the records different ids."),
  E_TOKENIZABLE_EVALUATOR_INVALID(
      500, true, "A dynamic text could not be evaluated.", "Let the evaluator return text, also without a context."),
  E_TOKEN_ESTIMATOR_SHADOWS_BUILTIN(
      409, true, "A built-in token encoding cannot be replaced.", "Register the counter under an id of its own."),

  E_STORAGE_SCOPE_MISSING(
      400,
      true,
      "The turn's scope lacks what this storage call needs.",
      "Give the raw turn context a scope, or declare a ScopeResolver."),
  E_STORAGE_CONFLICT(
      409,
      false,
      "A different record is stored under that id.",
      "Store the record under a fresh id, or change the stored one with mutate."),
  E_STORAGE_CORRUPT(
      500,
      false,
      "A stored record cannot be read back.",
      "Repair or remove the row that the message names; nothing was skipped."),
  E_STORAGE_UNAVAILABLE(
      503, false, "The storage did not answer.", "Run the turn again when the storage is back."),

  E_NOT_IMPLEMENTED(501, false, "Not implemented.", "Supply the callback that throws this.");

  private final int status;
  private final boolean fatal;
  private final String meaning;
  private final String help;

  AdkErrorCode(int status, boolean fatal, String meaning, String help) {
    this.status = status;
    this.fatal = fatal;
    this.meaning = meaning;
    this.help = help;
  }

  /** HTTP-like status; 499 and 529 are not meant for clients as they are. */
  public int status() {
    return status;
  }

  /** True for a programming error, thrown where the bad input arrived. Descriptive: the runner never looks at it. */
  public boolean fatal() {
    return fatal;
  }

  /** One sentence that says what went wrong. */
  public String meaning() {
    return meaning;
  }

  /** One sentence that says what to do. */
  public String help() {
    return help;
  }
}
