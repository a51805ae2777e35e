package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.TurnOptions;
import dev.adk4j.primitive.Message;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Describes the turn that a call starts.
 *
 * @param checksum checksum of the tool and its arguments
 * @param conversation id chosen by the client; null for none
 * @param direct true for a tool of the application, false for an agent
 */
record McpTarget(
    AgentClient agent,
    String checksum,
    @Nullable String conversation,
    boolean direct,
    Message message,
    Consumer<TurnOptions> options) {

  /** Prefix of the ids of conversations that this server named. */
  private static final String OWN = "mcp-";

  /** Returns the turn for a call of an agent's tool, whose arguments are those of {@code ASK}. */
  static McpTarget agent(String tool, AgentClient agent, JsonValue args) {
    return new McpTarget(
        agent,
        Checksum.exact(tool, args),
        args.node().path("conversation").asString(null),
        false,
        Message.user(args.node().path("message").asString("")),
        options -> {});
  }

  /** Returns the turn for a tool that runs without a model. */
  static McpTarget direct(String tool, AgentClient client, JsonValue args) {
    ToolCallRequest call = new ToolCallRequest(null, tool, args.node());
    return new McpTarget(
        client,
        Checksum.exact(tool, args),
        null,
        true,
        Message.user(args.text()),
        options -> options.tools(tool).stash(DirectCall.STASH_KEY, call));
  }

  /**
   * Returns the id of the conversation. Without a choice of the client, a conversation belongs to
   * this call alone. For a tool, the id is then the same for the same arguments, so that any node
   * finds a decision again. For an agent it differs, because the agent would otherwise see its
   * earlier messages.
   */
  String id() {
    return conversation != null ? conversation : OWN + (direct ? checksum : Ids.next());
  }
}
