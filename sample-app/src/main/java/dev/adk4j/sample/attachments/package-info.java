/** Files that users attach to messages. */
@NullMarked
package dev.adk4j.sample.attachments;

import org.jspecify.annotations.NullMarked;
