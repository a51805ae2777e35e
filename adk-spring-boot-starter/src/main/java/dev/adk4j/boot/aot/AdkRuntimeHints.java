package dev.adk4j.boot.aot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Files that are read from the class path: migrations and token vocabularies; and a class that is
 * only known by its name.
 */
final class AdkRuntimeHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    hints.resources().registerPattern("db/adk/**");
    hints.resources().registerPattern("com/knuddels/jtokkit/*.tiktoken");
    hints
        .reflection()
        .registerTypeIfPresent(
            classLoader,
            "org.springframework.ai.deepseek.DeepSeekAssistantMessage",
            MemberCategory.INVOKE_PUBLIC_METHODS);
  }
}
