package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Displayable;
import dev.adk4j.value.Scope;
import java.util.List;

/** Reads the stored records of a conversation. */
@FunctionalInterface
public interface ThreadHistory {

  /** Returns the newest messages, thoughts and tool calls of the conversation, oldest first. */
  List<? extends Displayable> read(Scope scope, int limit);
}
