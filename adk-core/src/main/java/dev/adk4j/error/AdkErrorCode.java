package dev.adk4j.error;

/**
 * Errors of the core: of turns, gates, tools, primitives, bytes, artifacts and storage. Other
 * modules have their own enums; the documentation's table of errors lists all of them.
 *
 * @since 0.1.0
 */
public enum AdkErrorCode implements ErrorCode {
  VALIDATION_EXCEPTION(
      422, "The given value is not valid.", "Correct every field the message names."),
  E_INVALID_TURN_RUNNER_CONFIG(
      529,
      true,
      "The turn runner's configuration is not valid.",
      "Supply every field the message names; a callback may do nothing but must be present."),
  E_INVALID_TURN_CONTEXT(
      529,
      true,
      "The raw turn context is not valid.",
      "Correct every field the message names and run the turn again."),
  E_INPUT_PIPELINE_ERROR(
      500, "A turn input middleware failed.", "Look at the cause; the dispatch was not started."),
  E_OUTPUT_PIPELINE_ERROR(
      500,
      "A turn output middleware failed.",
      "Look at the cause; what the dispatch stored stays stored."),
  E_DISPATCH_PIPELINE_ERROR(
      500,
      "A dispatch middleware failed.",
      "Look at the cause; the iteration's writes were discarded."),
  E_PIPELINE_SHORT_CIRCUITED(
      500,
      "A middleware returned without calling next.",
      "Call next.proceed(), or refuse deliberately with abort(), ack() or nack()."),
  E_INVALID_LLM_DISPATCH_INPUT(
      529,
      true,
      "The dispatch request is not valid.",
      "Give exactly one of a turn context and a raw dispatch context."),
  E_INVALID_LLM_EXECUTION_CONTEXT(
      529, true, "The raw dispatch context is not valid.", "Supply every field the message names."),
  E_LLM_EXECUTION_EXECUTOR_ERROR(
      500, "The executor failed.", "Look at the cause; the iteration's writes were discarded."),
  E_LLM_EXECUTION_ALREADY_SIGNALLED(
      500,
      true,
      "The dispatch was already signalled.",
      "Call ack() or nack() once for each dispatch."),
  E_LLM_EXECUTION_GATE_NOT_SUPPORTED(
      501,
      "This standalone dispatch has no gates.",
      "Give the raw dispatch context a waitFor function, or run the dispatch inside a turn."),
  E_INVALID_INITIAL_TURN_GATE_VALUE(
      500,
      true,
      "The gate request is not valid.",
      "Give the gate an id and a reason, and a timeout of at least 1 ms."),
  E_INVALID_TURN_GATE_RESOLUTION(
      500,
      true,
      "The resolution does not fit the gate's schema.",
      "Resolve the gate again with a valid value; it is still open."),
  E_TURN_GATE_TIMEOUT(
      408, "The gate timed out.", "Open the gate again, or give it a longer timeout."),
  E_TURN_GATE_ABORTED(
      499, "The gate was aborted.", "No correction is needed: the gate or its turn was cancelled."),
  E_INVALID_TOOL_ARGS(
      422,
      "The tool's arguments are not valid.",
      "Call the tool again with arguments that fit its schema."),
  E_TOOL_DOWNSTREAM_ERROR(
      500, "The tool failed.", "Look at the cause: the tool's handler threw it."),
  E_TOOL_TIMEOUT(
      504,
      "The tool did not end in its time.",
      "Make the tool faster, or give it more time: timeout of the tool, or adk.tools.timeout."),
  E_TOOL_ALREADY_REGISTERED(
      409,
      true,
      "A tool of that name is registered.",
      "Rename one of the tools, or register with overwrite."),
  E_INVALID_INITIAL_REGISTRY_VALUE(
      500, true, "A registry starts from a map with text keys.", "Give a map, or nothing."),
  E_INVALID_INITIAL_IDENTITY_VALUE(
      500, true, "The identity is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_MESSAGE_VALUE(
      500, true, "The message is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_MEDIA_VALUE(
      500, true, "The media is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_MEMORY_VALUE(
      500, true, "The memory is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_RETRIEVABLE_VALUE(
      500, true, "The retrievable is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_THOUGHT_VALUE(
      500, true, "The thought is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_TOOL_CALL_VALUE(
      500, true, "The tool call is not valid.", "Correct every field the message names."),
  E_INVALID_INITIAL_TOOL_VALUE(
      500, true, "The tool is not valid.", "Correct every field the message names."),
  E_NOT_A_SPOOL_READER(
      500, true, "An artifact needs a spool reader.", "Build the artifact on a SpoolReader."),
  E_NOT_A_MEDIA_READER(
      500, true, "A media needs a media reader.", "Build the media on a MediaReader."),
  E_READER_NOT_DESCRIBABLE(
      422,
      "A reader without a descriptor cannot be stored.",
      "Write the bytes through a byte store whose readers describe themselves, or implement describe()."),
  E_NO_READER_RESOLVER(
      422,
      "No resolver is registered for that reader tag.",
      "Register a resolver for the tag before the record is decoded."),
  E_READER_LOCATOR_INVALID(
      422,
      "A reader's locator is not one that its resolver accepts.",
      "Store the record again with a reader of its own scope's byte store; never edit a locator."),
  E_URL_NOT_ALLOWED(
      403,
      "The policy for URL readers rejects this address.",
      "Add the host to the URL reader policy; private and local addresses are always rejected."),
  E_ARTIFACT_TYPE_UNKNOWN(
      422,
      "No such artifact type is registered.",
      "Register the type before the record is encoded or decoded; json and markdown come with"
          + " adk-artifacts."),
  E_ARTIFACT_CONTENT_INVALID(
      422,
      "The artifact's content does not match its type.",
      "Read it as plain text, or store it with the matching artifact type."),
  E_ARTIFACT_QUERY_INVALID(
      422, "The query is not valid.", "Correct the expression as the message says and retry."),
  E_ARTIFACT_QUERY_LIMIT(
      422,
      "The query costs more than its limit allows.",
      "Request less: a range, or a simpler expression."),
  E_ARTIFACT_ID_COLLISION(
      409, true, "A tool call and a retrievable share an id.", "Give the records different ids."),
  E_TOKENIZABLE_EVALUATOR_INVALID(
      500,
      true,
      "A dynamic text could not be evaluated.",
      "Return text from the evaluator, even without a context."),
  E_TOKEN_ESTIMATOR_SHADOWS_BUILTIN(
      409,
      true,
      "A built-in token encoding cannot be replaced.",
      "Register the counter under an id of its own."),
  E_TOOL_CALL_GROUP_NOT_REPLACED(
      500,
      "A group of tool calls was replaced only in part.",
      "Look at the cause; the arguments are the ids that were deleted. Supply a ToolCallGroupReplacer to replace in one step."),
  E_DISPATCH_LIMIT_REACHED(
      508,
      "The dispatch reached its configured limit.",
      "Raise the limit, or let the executor acknowledge."),
  E_TURN_ABORTED(499, "The turn was aborted.", "No correction is needed: the turn was cancelled."),
  E_TURN_FENCED(
      409,
      "Another process has resumed the turn.",
      "Nothing of this run was stored. Wait for the turn's answer by its id."),
  E_TURN_UNKNOWN(
      404,
      "There is no such stored turn.",
      "Look it up in the list of stored turns; turns without durable() are stored only while they wait for decisions."),
  E_NO_TURN_RUNS(
      409,
      "The conversation has no durable turn that accepts the message.",
      "Send the message as a new turn, as durable().steerOrSend does automatically."),
  E_TURN_IN_TRANSACTION(
      500,
      true,
      "A turn was started within an open transaction.",
      "Start the turn before the transaction or after its commit, give the method that starts it Propagation.NOT_SUPPORTED, or set adk.jdbc.allow-open-transactions=true and have more connections than such callers."),
  E_NO_ANSWER(
      502,
      "The turn ended without an answer.",
      "Check the finish reason: 'length' needs more output tokens, 'content_filter' another prompt."
          + " A custom executor must store or report an assistant message before it acknowledges."),
  E_ANSWER_WAITING(
      409,
      "The turn waits for a decision.",
      "Decide on the exception's gates on the conversation, over HTTP or "
          + "in the actuator; send() returns them as an outcome."),
  E_STORAGE_SCOPE_MISSING(
      400,
      true,
      "The turn's scope lacks what this storage call needs.",
      "Give the raw turn context a scope, or declare a ScopeResolver."),
  E_STORAGE_CONFLICT(
      409,
      "A different record is stored under that id.",
      "Store the record under a new id, or change the stored one with mutate."),
  E_STORAGE_CORRUPT(
      500,
      "A stored record cannot be read.",
      "Repair or remove the row that the message names; nothing was skipped."),
  E_STORAGE_UNAVAILABLE(
      503, "The storage did not respond.", "Retry the turn when the storage is available."),
  E_ERASURE_TURNS_RUN(
      409,
      "Turns are running in the data to erase.",
      "Nothing was erased. Running turns were asked to stop; retry when they have ended."),
  E_TURN_GATE_REJECTED(
      403,
      "The gate was rejected.",
      "Inform the model or the user of the refusal; ask again only with new information."),
  E_GATE_NOT_FOUND(
      404, "The gate does not exist.", "List the open gates; the gate may belong to another user."),
  E_GATE_ALREADY_SETTLED(
      409, "The gate is already settled.", "Read the existing decision; the first one is binding."),
  E_GATE_NOT_AUTHORIZED(
      403,
      "Settling this gate is not allowed.",
      "A person with the authorities that the gate's reason requires must settle it."),
  E_GATE_DECISION_SPENT(
      409,
      "The tool was already started once with this decision.",
      "Ask for a new decision; one decision starts its tool at most once."),
  E_LLM_CONTEXT_OVERFLOW(
      529,
      true,
      "The prompt is larger than the context window.",
      "Use the context middleware, return large tool results as handles, or increase the window."),
  E_INVALID_ANSWER_TYPE(
      529,
      true,
      "A model cannot be asked for answers of that type.",
      "Change the types of the components that the message names; no model was called."),
  E_ANSWER_TYPE(
      502,
      "The model's answer does not match the requested type.",
      "Describe the components with @JsonPropertyDescription, make optional "
          + "ones @Nullable or Optional, or use another model."),
  E_ANSWER_CUT(
      502,
      "The model's answer was truncated.",
      "Allow more tokens for an answer, or request a shorter one."),
  E_ANSWER_REFUSED(
      422,
      "The model refused to answer.",
      "Change the request; the reason is the provider's, the model's text is in the arguments."),
  E_TOOL_APPROVAL_DENIED(
      403,
      "The tool call was not approved.",
      "Change the request; the approver refused this call."),
  E_GUARD_REFUSED(
      422,
      "A guard refused a text.",
      "Rephrase the text, or change the guard; the message names it."),
  E_INPUT_TOO_LARGE(413, "The request is too large.", "Send less; the message names the limit."),
  E_TOO_BUSY(503, "The node has no capacity for the request now.", "Retry later."),
  E_LIMIT_REACHED(
      429,
      "A limit for one subject is reached.",
      "Retry after the time in Retry-After; the message names the limit."),
  E_NOT_IMPLEMENTED(501, "Not implemented.", "Supply the callback that throws this.");

  private final Info info;

  AdkErrorCode(int status, String meaning, String help) {
    this(status, false, meaning, help);
  }

  AdkErrorCode(int status, boolean fatal, String meaning, String help) {
    info = new Info(status, fatal, meaning, help);
  }

  @Override
  public Info info() {
    return info;
  }
}
