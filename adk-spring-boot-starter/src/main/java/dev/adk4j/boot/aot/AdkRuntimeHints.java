package dev.adk4j.boot.aot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers files that are read from the class path (migrations, token vocabularies, metadata) and
 * classes that are referenced only by name.
 */
final class AdkRuntimeHints implements RuntimeHintsRegistrar {

  /** Message classes in which Spring AI's models store reasoning. */
  private static final List<String> PROVIDER_MESSAGES =
      List.of(
          "org.springframework.ai.deepseek.DeepSeekAssistantMessage",
          "org.springframework.ai.deepseek.DeepSeekAssistantMessage$Builder",
          "org.springframework.ai.bedrock.converse.BedrockAssistantMessage",
          "org.springframework.ai.bedrock.converse.BedrockAssistantMessage$Builder",
          "org.springframework.ai.bedrock.converse.BedrockReasoningContent");

  /** Classes that Jackson instantiates because an annotation of the core names them. */
  private static final List<String> JSON_FORMS =
      List.of(
          "dev.adk4j.value.DisplaySerializer",
          "dev.adk4j.internal.NoJsonFormSerializer",
          "dev.adk4j.value.JsonValueDeserializer",
          "dev.adk4j.primitive.DisplayDeserializer");

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    hints.resources().registerPattern("db/adk/**");
    hints.resources().registerPattern("META-INF/spring-configuration-metadata.json");
    hints.resources().registerPattern("com/knuddels/jtokkit/*.tiktoken");
    for (String type : PROVIDER_MESSAGES) {
      hints
          .reflection()
          .registerTypeIfPresent(
              classLoader,
              type,
              MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
              MemberCategory.INVOKE_PUBLIC_METHODS);
    }
    for (String type : JSON_FORMS) {
      hints
          .reflection()
          .registerTypeIfPresent(classLoader, type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
    }
  }
}
