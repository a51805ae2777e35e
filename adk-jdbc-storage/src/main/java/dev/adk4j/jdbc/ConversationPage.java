package dev.adk4j.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of a tenant's conversations, the ones with the latest activity first.
 *
 * @param next what to ask for to get those that follow; null after the last
 */
public record ConversationPage(
    List<ConversationSummary> conversations, @Nullable ConversationQuery next) {}
