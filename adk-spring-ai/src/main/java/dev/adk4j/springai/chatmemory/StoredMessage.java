package dev.adk4j.springai.chatmemory;

import org.springframework.ai.chat.messages.Message;

/**
 * Message of Spring AI with its place in the conversation.
 *
 * @param range number of the range of the window that the message was read with
 * @param from position of the first record of the message
 * @param to position of its last record
 * @param key text that is equal for equal messages
 */
record StoredMessage(int range, long from, long to, Message message, String key) {}
