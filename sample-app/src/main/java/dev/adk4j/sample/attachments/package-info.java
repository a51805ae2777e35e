/** Files that people hand to the agent. */
@NullMarked
package dev.adk4j.sample.attachments;

import org.jspecify.annotations.NullMarked;
