/**
 * Keeps a conversation inside a context window: by leaving out what matters least, and by
 * summarising what is old.
 */
@NullMarked
package dev.adk4j.prompt.context;

import org.jspecify.annotations.NullMarked;
