package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.diagnosis.StartupFailure;
import dev.adk4j.boot.internal.turn.OrderedBeans;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Selects the executor's chat model by bean definitions, before any bean is created. */
final class ChatModels implements BeanFactoryPostProcessor {

  private final @Nullable String wanted;
  private String chosen = "";

  ChatModels(@Nullable String wanted) {
    this.wanted = wanted;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
    List<String> names =
        Arrays.stream(beanFactory.getBeanNamesForType(ChatModel.class, true, false))
            .filter(new OrderedBeans(beanFactory)::isCandidate)
            .toList();
    chosen = choose(beanFactory, names);
  }

  ChatModel chosen(ConfigurableListableBeanFactory beanFactory) {
    return beanFactory.getBean(chosen, ChatModel.class);
  }

  String chosenName() {
    return chosen;
  }

  private String choose(ConfigurableListableBeanFactory beanFactory, List<String> names) {
    if (wanted != null) {
      if (!names.contains(wanted)) {
        throw refused(
            "adk.llm.chat-model names '%s', but no ChatModel bean has that name. Available beans"
                .formatted(wanted),
            names);
      }
      return wanted;
    }
    if (names.size() == 1) {
      return names.getFirst();
    }
    List<String> primary =
        names.stream()
            .filter(beanFactory::containsBeanDefinition)
            .filter(name -> beanFactory.getBeanDefinition(name).isPrimary())
            .toList();
    if (primary.size() != 1) {
      throw refused("The executor needs one chat model, but there are several", names);
    }
    return primary.getFirst();
  }

  private static StartupFailure refused(String problem, List<String> names) {
    return new StartupFailure(
        problem,
        names,
        "Name one of them with adk.llm.chat-model, mark it with @Primary, or declare a"
            + " DispatchExecutor bean of your own.",
        null);
  }
}
