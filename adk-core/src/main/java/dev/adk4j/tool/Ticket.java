package dev.adk4j.tool;

import dev.adk4j.loop.ToolOutput;

/**
 * An id under which another system later supplies a value as the result of a call; see {@link
 * ToolContext#ticket}.
 *
 * @param id hard to guess; its holder may complete the ticket
 * @since 0.1.0
 */
public record Ticket(String id) {

  /**
   * Returns the output for the tool to return: its call then waits, and the ticket's value becomes
   * the result. The tool is not called again.
   */
  public ToolOutput await() {
    return new ToolOutput.Waits(id);
  }
}
