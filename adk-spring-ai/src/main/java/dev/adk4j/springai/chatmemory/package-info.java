/** Spring AI chat memory on the storage of conversations. */
@NullMarked
package dev.adk4j.springai.chatmemory;

import org.jspecify.annotations.NullMarked;
