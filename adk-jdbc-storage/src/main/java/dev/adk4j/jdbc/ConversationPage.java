package dev.adk4j.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page of a tenant's conversations, most recent activity first.
 *
 * @param next query for the next page; null after the last page
 * @since 0.1.0
 */
public record ConversationPage(
    List<ConversationSummary> conversations, @Nullable ConversationQuery next) {}
