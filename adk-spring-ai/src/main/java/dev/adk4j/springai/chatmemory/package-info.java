/** Chat memory of Spring AI over the storage of conversations. */
@NullMarked
package dev.adk4j.springai.chatmemory;

import org.jspecify.annotations.NullMarked;
