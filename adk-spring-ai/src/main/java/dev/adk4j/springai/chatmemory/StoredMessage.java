package dev.adk4j.springai.chatmemory;

import org.springframework.ai.chat.messages.Message;

/**
 * Spring AI message with its position in the conversation.
 *
 * @param range number of the window's range that contained the message when it was read
 * @param from position of the first record of the message
 * @param to position of its last record
 * @param key text that is equal for equal messages
 */
record StoredMessage(int range, long from, long to, Message message, String key) {}
