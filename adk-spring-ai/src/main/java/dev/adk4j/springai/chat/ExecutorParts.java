package dev.adk4j.springai.chat;

import dev.adk4j.prompt.PromptAssembler;
import dev.adk4j.springai.dialect.ProviderDialect;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;

/** Parts of an executor shared by all dispatches. */
record ExecutorParts(
    ChatModel model,
    ProviderDialect dialect,
    PromptAssembler assembler,
    ModelCaller caller,
    @Nullable ModelBreaker breaker,
    OptionsCustomizer customizer,
    ObservationRegistry observations,
    @Nullable PromptTap promptTap,
    @Nullable AnswerTap answerTap) {}
