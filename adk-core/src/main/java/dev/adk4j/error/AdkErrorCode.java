package dev.adk4j.error;

/**
 * Every error the library raises: its meaning, an HTTP-like status, whether it is a programming
 * error ({@link #fatal()}), and what to do about it. The documentation's error table is generated
 * from these constants.
 */
public enum AdkErrorCode {
  VALIDATION_EXCEPTION(
      422, false, "The given value is not valid.", "Correct every field the message names."),

  E_INVALID_TURN_RUNNER_CONFIG(
      529,
      true,
      "The turn runner's configuration is not valid.",
      "Supply every field the message names; a callback that does nothing is legal, a missing one is not."),
  E_INVALID_TURN_CONTEXT(
      529,
      true,
      "The raw turn context is not valid.",
      "Correct every field the message names and run the turn again."),
  E_INPUT_PIPELINE_ERROR(
      500,
      false,
      "A turn input middleware failed.",
      "Look at the cause; the dispatch was not started."),
  E_OUTPUT_PIPELINE_ERROR(
      500,
      false,
      "A turn output middleware failed.",
      "Look at the cause; what the dispatch stored stays stored."),
  E_DISPATCH_PIPELINE_ERROR(
      500,
      false,
      "A dispatch middleware failed.",
      "Look at the cause; the iteration's writes were discarded."),
  E_PIPELINE_SHORT_CIRCUITED(
      500,
      false,
      "A middleware returned without calling next.",
      "Call next.proceed(), or refuse on purpose with abort(), ack() or nack()."),
  E_INVALID_LLM_DISPATCH_INPUT(
      529,
      true,
      "The dispatch request is not valid.",
      "Give exactly one of a turn context and a raw dispatch context."),
  E_INVALID_LLM_EXECUTION_CONTEXT(
      529, true, "The raw dispatch context is not valid.", "Supply every field the message names."),
  E_LLM_EXECUTION_EXECUTOR_ERROR(
      500,
      false,
      "The executor failed.",
      "Look at the cause; the iteration's writes were discarded."),
  E_LLM_EXECUTION_ALREADY_SIGNALLED(
      500,
      true,
      "The dispatch was already signalled.",
      "Call ack() or nack() once for each dispatch."),
  E_LLM_EXECUTION_GATE_NOT_SUPPORTED(
      501,
      false,
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
      408, false, "The gate timed out.", "Open the gate again, or give it a longer timeout."),
  E_TURN_GATE_ABORTED(
      499,
      false,
      "The gate was aborted.",
      "Nothing to correct: the gate or its turn was cancelled."),

  E_INVALID_TOOL_ARGS(
      422,
      false,
      "The tool's arguments are not valid.",
      "Call the tool again with arguments that fit its schema."),
  E_TOOL_DOWNSTREAM_ERROR(
      500, false, "The tool failed.", "Look at the cause: the tool's handler threw it."),
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
      false,
      "A reader without a descriptor cannot be stored.",
      "Write the bytes through a byte store whose readers describe themselves, or implement describe()."),
  E_NO_READER_RESOLVER(
      422,
      false,
      "No resolver is registered for that reader tag.",
      "Register a resolver for the tag before the record is decoded."),
  E_READER_LOCATOR_INVALID(
      422,
      false,
      "A reader's locator is not one that its resolver accepts.",
      "Store the record again with a reader from the byte store of its own scope; a locator is never edited."),
  E_URL_NOT_ALLOWED(
      403,
      false,
      "The policy for URL readers refuses this address.",
      "Name the host in the URL reader policy; private and local addresses stay refused."),
  E_ARTIFACT_TYPE_UNKNOWN(
      422,
      false,
      "No such artifact type is registered.",
      "Register the type before the record is encoded or decoded; json and markdown come with"
          + " adk-artifacts."),
  E_ARTIFACT_CONTENT_INVALID(
      422,
      false,
      "The artifact's content is not of its type.",
      "Read it as plain text, or store it with the artifact type that fits."),
  E_ARTIFACT_QUERY_INVALID(
      422,
      false,
      "The query is not valid.",
      "Correct the expression as the message says and ask again."),
  E_ARTIFACT_QUERY_LIMIT(
      422,
      false,
      "The query costs more than its limit allows.",
      "Ask for less: a range, a simpler expression."),
  E_ARTIFACT_ID_COLLISION(
      409, true, "A tool call and a retrievable share an id.", "Give the records different ids."),
  E_TOKENIZABLE_EVALUATOR_INVALID(
      500,
      true,
      "A dynamic text could not be evaluated.",
      "Let the evaluator return text, also without a context."),
  E_TOKEN_ESTIMATOR_SHADOWS_BUILTIN(
      409,
      true,
      "A built-in token encoding cannot be replaced.",
      "Register the counter under an id of its own."),

  E_TOOL_CALL_GROUP_NOT_REPLACED(
      500,
      false,
      "A group of tool calls was replaced only in part.",
      "Look at the cause; the arguments are the ids that were deleted. Supply a ToolCallGroupReplacer to replace in one step."),
  E_DISPATCH_LIMIT_REACHED(
      508,
      false,
      "The dispatch reached a limit that was set for it.",
      "Raise the limit, or let the executor acknowledge."),
  E_TURN_ABORTED(
      499, false, "The turn was aborted.", "Nothing to correct: the turn was cancelled."),
  E_TURN_IN_TRANSACTION(
      500,
      true,
      "A turn was started within an open transaction.",
      "Start the turn before the transaction or after its commit, give the method that starts it Propagation.NOT_SUPPORTED, or set adk.jdbc.allow-open-transactions=true and have more connections than such callers."),
  E_NO_ANSWER(
      502,
      false,
      "The turn ended without an answer.",
      "Look at the finish reason: 'length' asks for more output tokens, 'content_filter' for another prompt. An executor of your own stores or reports an assistant message before it acknowledges."),

  E_ANSWER_WAITING(
      409,
      false,
      "The turn waits for a decision.",
      "Decide on the gates that the exception has, on the conversation, over HTTP or in the"
          + " actuator; send() returns them as an outcome."),

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

  E_STREAM_TURN_UNKNOWN(
      404,
      false,
      "The events of that turn are not held.",
      "Ask the node that ran the turn, with the turn's own scope, while it holds the events; read what was stored otherwise."),
  E_STREAM_EVENTS_GONE(
      410,
      false,
      "Events that were asked for are no longer held.",
      "Read what was stored, or read on from the oldest event that is held; a larger buffer holds more."),
  E_ERASURE_TURNS_RUN(
      409,
      false,
      "Turns still run in what is to be erased.",
      "Erase again when they have ended; they were asked to stop, and nothing was erased."),
  E_STORAGE_SCHEMA(
      500,
      true,
      "The database lacks tables that the storage needs.",
      "Run the migrations, or let the storage create its tables."),
  E_STORAGE_FAILED(
      500,
      false,
      "The storage refused a request.",
      "Look at the cause: it is what the database said."),
  E_INVALID_VECTOR_STORE_CONFIG(
      529,
      true,
      "The vector store is not configured correctly.",
      "Correct what the message names."),
  E_VECTOR_STORE_DRIVER_UNAVAILABLE(
      503,
      true,
      "The vector store's driver cannot be used here.",
      "Add the driver the message names to the application."),
  E_VECTOR_STORE_ENCODER_REQUIRED(
      529,
      true,
      "Text has to become a vector and the store has no encoder.",
      "Give the VectorDb an encoder, or pass vectors."),
  E_VECTOR_STORE_DIMENSION_MISMATCH(
      529,
      true,
      "A vector has the wrong length.",
      "Use the same embedding model for the collection, its records and its queries."),
  E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR(
      529,
      true,
      "The filter uses something this store cannot evaluate.",
      "Rewrite the condition with operators the store's capabilities name, or use another store."),
  E_VECTOR_STORE_UNSUPPORTED_OPERATION(
      529,
      true,
      "The vector store cannot do this.",
      "Look at the store's capabilities before the call."),
  E_VECTOR_STORE_QUERY_CONFLICT(
      529,
      true,
      "The query contradicts itself or is not valid.",
      "Correct what the message names."),
  E_VECTOR_STORE_PROJECTION_REQUIRED(
      529, true, "A read has to say which columns it wants.", "Call select(...) before fetch()."),
  E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED(
      529,
      true,
      "The vector store has no transactions.",
      "Do without one, or use a store that has them."),
  E_VECTOR_STORE_RAW_BINDING_MISMATCH(
      529,
      true,
      "A raw fragment has not as many bindings as placeholders.",
      "Give one binding for each '?'; write '??' for the operator character."),
  E_INVALID_VECTOR_RECORD(
      529,
      true,
      "A vector record is not valid.",
      "Correct the record the message names; nothing was written."),
  E_VECTOR_STORE_CONSISTENCY_TIMEOUT(
      504,
      false,
      "The write was not seen to be visible in time.",
      "Read it again later, or write with a weaker consistency."),
  E_VECTOR_STORE_MIGRATION_FAILED(
      502,
      false,
      "A vector store migration failed.",
      "Look at the cause; earlier migrations stay applied."),
  E_VECTOR_STORE_CONNECTION_FAILED(
      502,
      false,
      "The vector store could not be reached.",
      "Check that the server runs and the address is right."),
  E_VECTOR_STORE_COLLECTION_FAILED(
      502,
      false,
      "A collection could not be created, changed or found.",
      "Look at the message and its cause."),
  E_VECTOR_STORE_UPSERT_FAILED(
      502,
      false,
      "Vector records could not be written.",
      "Look at the cause; nothing of the call was written."),
  E_VECTOR_STORE_SEARCH_FAILED(
      502, false, "A vector search failed.", "Look at the message and its cause."),
  E_VECTOR_STORE_DELETE_FAILED(
      502, false, "Vector records could not be deleted.", "Look at the cause."),
  E_EMBEDDINGS_FAILED(
      502,
      false,
      "The embedding model failed.",
      "Look at the cause; try again when the model's service is back."),
  E_INVALID_MEMORY_MANAGER_CONFIG(
      529,
      true,
      "The memory manager is not configured correctly.",
      "Correct what the message names; no store was contacted."),
  E_MEMORY_SCOPE_MISSING(
      400,
      true,
      "Memory needs an owner and the scope names no subject.",
      "Give the raw turn context a scope with a subject, or declare a ScopeResolver."),
  E_MEMORY_STORE_NOT_FOUND(
      404,
      false,
      "There is no memory store of that name.",
      "Name one of the stores the message lists; nothing was searched or written."),
  E_MEMORY_STORE_READ_ONLY(
      403,
      false,
      "The memory store is read-only.",
      "Write to a writable store; nothing was written."),
  E_MEMORY_STORE_ADD_UNSUPPORTED(
      422,
      false,
      "The memory store takes whole messages only.",
      "Write to a store that takes single facts; nothing was written."),
  E_MEMORY_NO_WRITABLE_STORE(
      422,
      false,
      "No memory store is left to write to.",
      "Configure a writable store, or name one."),
  E_MEMORY_NO_STORE_IN_SCOPE(
      422,
      false,
      "None of the named memory stores can be used here.",
      "Name one of the stores the message lists, or leave the stores out."),
  E_MEMORY_WRITE_FAILED(
      502,
      false,
      "Memory could not be written to every store.",
      "Look at the failures the message names; the other writes stand."),
  E_MEMORY_STORE_INIT_FAILED(
      503,
      false,
      "A memory store could not be initialised.",
      "Look at the cause; later stores were not initialised."),
  E_MEMORY_TIMEOUT(
      504,
      false,
      "A memory store did not answer in time.",
      "Try again later, or raise the time limit the message names."),
  E_MEMORY_EXTRACTION_FAILED(
      502,
      false,
      "Facts could not be extracted from a conversation.",
      "Look at the cause; the messages stay in the journal and are tried again."),
  E_TURN_GATE_REJECTED(
      403,
      false,
      "The gate was rejected.",
      "Tell the model or the user that permission was refused; ask again only with something new."),
  E_GATE_NOT_FOUND(
      404, false, "There is no such gate.", "List the open gates; it may belong to somebody else."),
  E_GATE_ALREADY_SETTLED(
      409,
      false,
      "The gate is already settled.",
      "Look at the decision that was made; the first one counts."),
  E_GATE_NOT_AUTHORIZED(
      403,
      false,
      "Settling this gate is not allowed.",
      "Let somebody settle it who has the authorities the gate's reason requires."),
  E_GATE_DECISION_SPENT(
      409,
      false,
      "The tool was already started once on this decision.",
      "Ask for a new decision; one decision starts its tool at most once."),
  E_INVALID_LLM_EXECUTOR_OPTIONS(
      529,
      true,
      "The options of the model executor are not valid.",
      "Correct every option the message names; nothing was sent to the model."),
  E_LLM_CONTEXT_OVERFLOW(
      529,
      true,
      "The prompt is larger than the context window.",
      "Shed content with the context middleware, answer large tool results as handles, or raise the window."),
  E_LLM_PROVIDER_ERROR(
      502,
      false,
      "The model's provider refused the request or could not be reached.",
      "Look at the status and the detail; status 0 means that there was no response."),
  E_LLM_STREAM_ERROR(
      502,
      false,
      "The model's answer broke off.",
      "Run the turn again; nothing of the partial answer was stored."),
  E_LLM_STREAM_STALLED(
      504,
      false,
      "The model's answer stalled.",
      "Run the turn again, or allow a longer idle time; nothing of the partial answer was stored."),
  E_LLM_REQUEST_TIMEOUT(
      504,
      false,
      "The model did not begin to answer in time.",
      "Run the turn again, or allow a longer first response."),
  E_LLM_INVALID_TOOL_CALL_ARGS(
      422,
      false,
      "The arguments of the tool call are not a JSON object.",
      "Call the tool again with a JSON object."),
  E_UNSUPPORTED_MEDIA_MODALITY(
      422,
      true,
      "The model cannot take media of that kind.",
      "Choose a policy for unsupported media that renders text, or leave the media out."),
  E_LLM_REASONING_REPLAY_REJECTED(
      502,
      false,
      "The provider rejected reasoning that was replayed.",
      "Narrow the replay compatibility, or start a new conversation."),
  E_LLM_TOOLS_UNSUPPORTED(
      501,
      true,
      "Tools are visible but the model cannot be told of them.",
      "Hide the tools, or use a model whose options take tools."),
  E_CONTEXT_RESOLVER_MISSING(
      529,
      true,
      "A context function lacks something it must be given.",
      "Supply the function the message names."),
  E_LLM_PROMPT_SHAPE(
      422,
      false,
      "The prompt ends on the assistant's own message.",
      "Add the user's next message, or choose another policy for a trailing assistant message."),
  E_INVALID_ANSWER_TYPE(
      529,
      true,
      "A model cannot be asked for answers of that type.",
      "Change the types of the components that the message names; no model was asked."),
  E_ANSWER_TYPE(
      502,
      false,
      "The model's answer is not of the type that was asked for.",
      "Describe the components with @JsonPropertyDescription, make what may be missing @Nullable or Optional, or use another model."),
  E_ANSWER_CUT(
      502,
      false,
      "The model's answer was cut before its end.",
      "Allow more tokens for an answer, or ask for less in one."),
  E_ANSWER_REFUSED(
      422,
      false,
      "The model refused to answer.",
      "Ask for something else; the reason is what the provider gave, and what the model said is in the arguments."),
  E_TOOL_APPROVAL_DENIED(
      403,
      false,
      "The tool call was not approved.",
      "Ask for something else; whoever decides has refused this call."),
  E_BUDGET_EXCEEDED(
      429,
      false,
      "A budget is used up.",
      "Raise the limit the message names, or wait until its period is over."),
  E_BUDGET_UNMETERED(
      501,
      false,
      "A generation could not be charged to a budget.",
      "Let the executor report token counts and give every model a price, or allow unmetered generations."),
  E_NOT_AUTHENTICATED(
      401, false, "Nobody is authenticated.", "Log in, or send the credentials again."),
  E_INPUT_TOO_LARGE(
      413, false, "What was sent is too large.", "Send less; the message names the limit."),
  E_INPUT_UNREADABLE(
      400,
      false,
      "What was sent cannot be read.",
      "Send one JSON object that the endpoint takes; the message says what is wrong."),
  E_TOO_BUSY(503, false, "There is no room for the request now.", "Try again later."),
  E_LIMIT_REACHED(
      429,
      false,
      "A limit of what one subject may do is reached.",
      "Ask again after the time that Retry-After names; the message names the limit."),
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

  /**
   * True for a programming error, thrown where the bad input arrived. Descriptive: the runner never
   * looks at it.
   */
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
