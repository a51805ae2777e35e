package dev.adk4j.storage;

/** The callbacks of tool calls, for one class to implement. */
public interface ToolCallStorage
    extends FetchToolCallsCallback,
        StoreToolCallCallback,
        MutateToolCallCallback,
        DeleteToolCallCallback {}
