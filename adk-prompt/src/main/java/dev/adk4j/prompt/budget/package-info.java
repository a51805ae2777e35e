/** Limits on what an agent may use up: tokens and money, by turn, conversation, subject, tenant. */
@NullMarked
package dev.adk4j.prompt.budget;

import org.jspecify.annotations.NullMarked;
