package dev.adk4j.boot;

import dev.adk4j.boot.llm.LlmProperties;
import dev.adk4j.client.WhileWaiting;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.agents.NAME}: an {@code AgentClient} bean of that name. An agent has
 * the settings of adk.client, adk.turn and adk.llm wherever it sets nothing.
 *
 * @param systemPrompt System prompt of the agent. Unset, that of adk.client.system-prompt.
 * @param standingInstructions Standing instructions of the agent, after those of
 *     adk.client.standing-instructions.
 * @param chatModel Name of the ChatModel bean that the agent calls. Unset, the one that the other
 *     agents call.
 * @param model Name of the provider's model, such as gpt-5-mini. Unset, the one that its ChatModel
 *     bean is configured with.
 * @param fallback Models that are asked if the one of the agent cannot answer, with the members of
 *     adk.llm.fallback.models. Unset, adk.llm.fallback.models if the agent calls the same chat
 *     model, and none otherwise.
 * @param tools Names of the tools that the agent has; a pattern (mcp_*) or optional:NAME for tools
 *     that come after the start. Unset, all tools if there is only this agent, and none if there
 *     are more.
 * @param memory Reads from and writes to the memory of the user, where adk.memory is configured. If
 *     false, the agent has no tool of memory either.
 * @param retrieval Adds passages of adk.retrieval.documents, or of Retriever beans, to each turn.
 * @param budgets Limits of tokens or cost of the agent's turns, in addition to adk.llm.budget. What
 *     agents use of a conversation, a user or a tenant is counted together.
 * @param approval Names of the tools whose calls need approval if the agent makes them, in addition
 *     to adk.llm.approval.tools.
 * @param agents Names of other agents that the agent may ask, each of which it has as a tool of
 *     that name. They need a description.
 * @param description Tells the model of another agent what this one is good for. Required if
 *     another agent names it in its agents.
 * @param guards Names of the guards that decide in the agent's turns: of adk.guards and of guard
 *     beans. Unset, all of them; empty, none.
 * @param whileWaiting Answer to a message that is sent while a turn of its conversation waits for
 *     decisions. Unset, adk.client.while-waiting.
 * @param maxInput Maximum size of the text of a message to the agent. Unset, adk.turn.max-input.
 */
public record AgentProperties(
    @Nullable String systemPrompt,
    @DefaultValue List<String> standingInstructions,
    @Nullable String chatModel,
    @Nullable String model,
    @Nullable List<LlmProperties.Fallback.Model> fallback,
    @Nullable List<String> tools,
    @DefaultValue("true") boolean memory,
    @DefaultValue("true") boolean retrieval,
    @DefaultValue List<LlmProperties.Budget.Limit> budgets,
    @DefaultValue List<String> approval,
    @DefaultValue List<String> agents,
    @Nullable String description,
    @Nullable List<String> guards,
    @Nullable WhileWaiting whileWaiting,
    @Nullable DataSize maxInput) {

  public AgentProperties {
    if (maxInput != null) {
      PropertyRules.between(
          "adk.agents.*.max-input", maxInput, DataSize.ofBytes(1), DataSize.ofMegabytes(1024));
    }
  }

  /** Returns the names of the properties of an agent. */
  static List<String> names() {
    return Arrays.stream(AgentProperties.class.getRecordComponents())
        .map(component -> DataObjectPropertyName.toDashedForm(component.getName()))
        .toList();
  }

  /** Returns true if the turns of the agent differ by more than what the client sets. */
  boolean needsRunner() {
    return chatModel != null
        || fallback != null
        || !memory
        || !retrieval
        || !budgets.isEmpty()
        || !approval.isEmpty();
  }
}
