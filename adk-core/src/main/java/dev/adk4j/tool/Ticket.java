package dev.adk4j.tool;

import dev.adk4j.loop.ToolOutput;

/**
 * An id for which somebody brings a value later, as the result of a call; see {@link
 * ToolContext#ticket}.
 *
 * @param id hard to guess; whoever has it may complete the ticket
 * @since 0.1.0
 */
public record Ticket(String id) {

  /**
   * Returns what the tool is to return: its call waits, and the value is its result. The tool is
   * not called again.
   */
  public ToolOutput await() {
    return new ToolOutput.Waits(id);
  }
}
