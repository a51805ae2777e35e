package dev.adk4j.artifact.markdown;

import org.jspecify.annotations.Nullable;

/**
 * A fenced code block. Lines are counted from 0.
 *
 * @param lang what follows the opening fence directly; null for nothing
 * @param startLine the line of the opening fence
 * @param endLine the line of the closing fence, or the last line where there is none
 */
public record MarkdownCodeBlock(@Nullable String lang, long startLine, long endLine) {}
