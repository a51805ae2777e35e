package dev.adk4j.boot.retrieval;

import dev.adk4j.boot.internal.properties.RetrievalProperties.Rerank;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.QueryRewriter;
import dev.adk4j.vector.retrieval.Reranker;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Creates the parts of a retrieval that properties select, or reports their missing requirements.
 */
record ChosenParts(BeanFactory beans, Environment environment) {

  static final String REWRITE = "adk.retrieval.rewrite";
  static final String RERANK = "adk.retrieval.rerank";

  /** Usual weight of the original order for maximal marginal relevance. */
  private static final double RELEVANCE = 0.7;

  QueryRewriter rewriter() {
    return QueryRewriter.byModel(model(REWRITE, "model"));
  }

  Reranker reranker(Rerank chosen) {
    String value = chosen.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return switch (chosen) {
      case DIVERSE ->
          Reranker.diverse(
              only(VectorEncoder.class, value, "an embedding model, as one bean"), RELEVANCE);
      case LATE_INTERACTION ->
          Reranker.lateInteraction(
              only(Reranker.TokenEncoder.class, value, "one bean of type Reranker.TokenEncoder"));
      case JUDGE -> Reranker.judge(model(RERANK, value));
    };
  }

  private <T> T only(Class<T> type, String value, String what) {
    T bean = beans.getBeanProvider(type).getIfUnique();
    if (bean == null) {
      throw needs(RERANK, value, what);
    }
    return bean;
  }

  private UnaryOperator<String> model(String property, String value) {
    boolean present =
        ClassUtils.isPresent(
            "org.springframework.ai.chat.model.ChatModel", ChosenParts.class.getClassLoader());
    UnaryOperator<String> model = present ? Models.of(beans, environment) : null;
    if (model == null) {
      throw needs(
          property,
          value,
          "a chat model: one ChatModel bean of Spring AI, or the one of several that"
              + " adk.llm.chat-model names");
    }
    return model;
  }

  private static InvalidConfigurationPropertyValueException needs(
      String property, String value, String what) {
    return new InvalidConfigurationPropertyValueException(property, value, "needs " + what);
  }

  /** Loaded only if Spring AI is present. */
  private static final class Models {

    static @Nullable UnaryOperator<String> of(BeanFactory beans, Environment environment) {
      String wanted = environment.getProperty("adk.llm.chat-model");
      ChatModel model =
          wanted != null && beans.containsBean(wanted)
              ? beans.getBean(wanted, ChatModel.class)
              : beans.getBeanProvider(ChatModel.class).getIfUnique();
      return model == null
          ? null
          : prompt -> Objects.requireNonNull(model.call(prompt), "the chat model returned no text");
    }
  }
}
