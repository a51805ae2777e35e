package dev.adk4j.boot.memory;

import dev.adk4j.boot.TurnRunnerCustomizer;
import dev.adk4j.loop.Tool;
import dev.adk4j.memory.MemoryHooks;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.storage.FetchMemoriesCallback;
import dev.adk4j.turn.TurnRunner;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes the callbacks that write a conversation capture their records if a store has extraction,
 * and adds the stores' own tools. Runs before the application's customizers, which may replace a
 * callback.
 */
final class MemoryRunnerCustomizer implements TurnRunnerCustomizer {

  private final MemoryManager memory;
  private final MemoryHooks hooks;
  private final Set<String> beans;
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * @param beans names of tool beans, which the runner already has
   */
  MemoryRunnerCustomizer(MemoryManager memory, InjectionSettings injection, Set<String> beans) {
    this.memory = memory;
    this.hooks = MemoryHooks.of(memory, injection);
    this.beans = beans;
  }

  @Override
  public void customize(TurnRunner.Builder builder) {
    for (Tool tool : memory.getTools()) {
      if (!beans.contains(tool.name())) {
        builder.addTool(tool);
      }
    }
    hooks.capture(builder);
    builder.wrapCallback(
        FetchMemoriesCallback.class,
        given -> {
          if (!warned.get() && hooks.warnOfTwoWays(given)) {
            warned.set(true);
          }
          return given;
        });
  }
}
