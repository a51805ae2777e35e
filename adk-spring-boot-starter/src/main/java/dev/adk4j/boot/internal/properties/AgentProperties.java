package dev.adk4j.boot.internal.properties;

import dev.adk4j.client.WhileWaiting;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.agents.NAME}: an {@code AgentClient} bean of that name. Settings that
 * an agent does not set are those of adk.client, adk.turn and adk.llm.
 *
 * @param systemPrompt System prompt of the agent. If unset, that of adk.client.system-prompt.
 * @param standingInstructions Standing instructions of the agent, added after those of
 *     adk.client.standing-instructions.
 * @param chatModel Name of the ChatModel bean that the agent calls. If unset, the one that the
 *     other agents call.
 * @param model Name of the provider's model, such as gpt-5-mini. If unset, the one that its
 *     ChatModel bean is configured with.
 * @param fallback Models that are called if the agent's model cannot answer, with the members of
 *     adk.llm.fallback.models. If unset, adk.llm.fallback.models if the agent calls the same chat
 *     model, else none.
 * @param tools Names of the agent's tools; a pattern (mcp_*) or optional:NAME for tools that appear
 *     after startup. If unset, all tools if this is the only agent, else none.
 * @param memory Reads and writes the user's memory if adk.memory is configured. If false, the agent
 *     has no memory tools either.
 * @param retrieval Adds passages of adk.retrieval.documents, or of Retriever beans, to each turn.
 * @param budgets Limits of tokens or cost of the agent's turns, in addition to adk.llm.budget. The
 *     usage of all agents in a conversation, by a user or in a tenant is added up.
 * @param approval Names of the tools whose calls by the agent need approval, in addition to
 *     adk.llm.approval.tools.
 * @param agents Names of other agents that the agent may call, each as a tool of that name. They
 *     require a description.
 * @param description Description of the agent's purpose, sent to the models of other agents.
 *     Required if another agent names it in its agents.
 * @param guards Names of the guards that check the agent's turns: those of adk.guards and guard
 *     beans. If unset, all of them; if empty, none.
 * @param whileWaiting Handling of a message that is sent while a turn of its conversation waits for
 *     decisions. If unset, adk.client.while-waiting.
 * @param maxInput Maximum size of the text of a message to the agent. If unset, adk.turn.max-input.
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
    PropertyRules.between(
        "adk.agents.*.max-input", maxInput, DataSize.ofBytes(1), DataSize.ofMegabytes(1024));
  }

  /** Returns the names of the properties of an agent. */
  public static List<String> names() {
    return Arrays.stream(AgentProperties.class.getRecordComponents())
        .map(component -> DataObjectPropertyName.toDashedForm(component.getName()))
        .toList();
  }

  /** Returns true if the agent's turns differ by more than the settings of the client. */
  public boolean needsRunner() {
    return chatModel != null
        || fallback != null
        || !memory
        || !retrieval
        || !budgets.isEmpty()
        || !approval.isEmpty();
  }
}
