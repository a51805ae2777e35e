package dev.adk4j.boot.protocol;

import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.Tool;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.web.internal.mcp.DirectCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Tools of the application that run without a model, and the client that calls them. */
final class DirectTools implements SmartInitializingSingleton {

  /** Parts of the library that prepare a model's prompt, or process its messages. */
  private static final List<String> FOR_MODELS =
      List.of(
          "adkHydrateTurn",
          "adkMemoryTurnStart",
          "adkMemoryTurnEnd",
          "adkMemoryInjection",
          "adkMemoryRefresh",
          "adkRetrieval",
          "adkSkills",
          "adkContextSummarizer",
          "adkContextTrimmer",
          "adkToolSearch");

  private static final String NAME = "adk.mcp";

  private final List<Tool> offered;
  private final @Nullable Tool search;
  private final ConfigurableListableBeanFactory beans;
  private @Nullable AgentClient client;

  /**
   * @param search search of passages; null if it is not offered
   */
  DirectTools(List<Tool> offered, @Nullable Tool search, ConfigurableListableBeanFactory beans) {
    this.offered = offered;
    this.search = search;
    this.beans = beans;
  }

  /** Returns all tools; one of the application takes precedence over the library's search. */
  List<Tool> offered() {
    List<Tool> all = new ArrayList<>(offered);
    own().ifPresent(all::add);
    return all;
  }

  private Optional<Tool> own() {
    return Optional.ofNullable(search)
        .filter(tool -> offered.stream().noneMatch(other -> other.name().equals(tool.name())));
  }

  Optional<Tool> search() {
    return Optional.ofNullable(search);
  }

  /** Returns a client whose turns are one tool call each. */
  AgentClient client() {
    return Objects.requireNonNull(client, "no tool is offered");
  }

  /**
   * Creates the client at startup, when all tools exist: turns that waited when the process ended
   * need it to resume.
   */
  @Override
  public void afterSingletonsInstantiated() {
    if (offered().isEmpty()) {
      return;
    }
    AgentClient inherited = beans.getBeanProvider(AgentClient.class).getIfUnique();
    if (inherited == null) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.web.mcp.tools",
          null,
          "are called with the limits of the only AgentClient bean of the application, but there "
              + "is none or there are several: mark one with @Primary");
    }
    AgentClient.Builder builder =
        inherited.toBuilder().name(NAME).systemPrompt("").tools(tool -> true).runner(runner());
    own().ifPresent(builder::addTools);
    client = builder.build();
  }

  private TurnRunner runner() {
    TurnRunner.Builder builder = beans.getBean(TurnRunner.Builder.class).executor(new DirectCall());
    List<Object> unwanted =
        FOR_MODELS.stream()
            .map(name -> beans.containsBean(name) ? beans.getBean(name) : null)
            .filter(Objects::nonNull)
            .toList();
    builder.changeTurnInputPipeline(pipeline -> pipeline.removeIf(unwanted::contains));
    builder.changeTurnOutputPipeline(pipeline -> pipeline.removeIf(unwanted::contains));
    builder.changeDispatchInputPipeline(pipeline -> pipeline.removeIf(unwanted::contains));
    // this runner is not a bean, but needs the listeners that beans get
    return (TurnRunner) beans.applyBeanPostProcessorsAfterInitialization(builder.build(), NAME);
  }
}
