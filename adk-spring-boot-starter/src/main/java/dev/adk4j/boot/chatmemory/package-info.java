/** Auto-configuration of Spring AI's chat memory over the storage. */
@NullMarked
package dev.adk4j.boot.chatmemory;

import org.jspecify.annotations.NullMarked;
