package dev.adk4j.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.TurnRunnerCustomizer;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.EventListener;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchRetrievablesCallback;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.vector.retrieval.Retriever;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;

class AdkTypeExcludeFilterTests {

  @ParameterizedTest
  @ValueSource(
      classes = {
        OfTurns.class,
        OfDispatches.class,
        Executing.class,
        Providing.class,
        Listening.class,
        Instrumenting.class,
        Resolving.class,
        Customizing.class,
        Storing.class,
        Fetching.class,
        Retrieving.class,
        WithTool.class,
        WithInheritedTool.class,
        WithToolOfAnInterface.class,
        WithListener.class
      })
  void letsTheAgentsComponentsThrough(Class<?> component) throws Exception {
    assertThat(isExcluded(component)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(CallbackKey.class)
  void letsEachCallbackThrough(CallbackKey callback) throws Exception {
    assertThat(isExcluded(callback.type())).isFalse();
  }

  @Test
  void leavesOthersOut() throws Exception {
    assertThat(isExcluded(Unrelated.class)).isTrue();
  }

  private static boolean isExcluded(Class<?> component) throws IOException {
    SimpleMetadataReaderFactory readers = new SimpleMetadataReaderFactory();
    return new AdkTypeExcludeFilter(Sliced.class)
        .match(readers.getMetadataReader(component.getName()), readers);
  }

  @AdkTest
  static class Sliced {}

  abstract static class OfTurns implements TurnMiddleware {}

  abstract static class OfDispatches implements DispatchMiddleware {}

  abstract static class Executing implements DispatchExecutor {}

  abstract static class Providing implements ToolProvider {}

  abstract static class Listening implements EventListener<TurnEnd> {}

  abstract static class Instrumenting implements Instrumentation {}

  abstract static class Resolving implements ScopeResolver {}

  abstract static class Customizing implements TurnRunnerCustomizer {}

  abstract static class Storing implements StoreMessageCallback {}

  abstract static class Fetching implements FetchRetrievablesCallback {}

  abstract static class Retrieving implements Retriever {}

  abstract static class WithTool {
    @AgentTool(description = "Finds an order.")
    abstract String find(String number);
  }

  abstract static class WithInheritedTool extends WithTool {}

  interface Finds {
    @AgentTool(description = "Finds an order.")
    default String find(String number) {
      return number;
    }
  }

  abstract static class WithToolOfAnInterface implements Finds {}

  abstract static class WithListener {
    @TurnEventListener
    abstract void ended(TurnEnd end);
  }

  abstract static class Unrelated implements Runnable {}
}
