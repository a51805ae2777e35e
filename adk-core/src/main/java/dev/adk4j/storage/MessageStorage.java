package dev.adk4j.storage;

/** The callbacks of messages, for one class to implement. */
public interface MessageStorage
    extends FetchMessagesCallback,
        StoreMessageCallback,
        MutateMessageCallback,
        DeleteMessageCallback {}
