/** Limits tokens and money by turn, conversation, subject and tenant. */
@NullMarked
package dev.adk4j.prompt.budget;

import org.jspecify.annotations.NullMarked;
