package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.properties.MemoryProperties;
import dev.adk4j.boot.internal.turn.ContextPropagation;
import dev.adk4j.boot.internal.turn.OrderedBeans;
import dev.adk4j.boot.internal.turn.OrderedBeans.Named;
import dev.adk4j.memory.AddToolSettings;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.SearchToolSettings;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.observe.MemoryObserver;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.MemoryStore;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.task.TaskDecorator;

/** Creates a manager from beans and properties. */
record MemoryManagers(ConfigurableListableBeanFactory beanFactory, MemoryProperties properties) {

  MemoryManager build(ExtractionJournal journal, MemoryObserver observer) {
    MemoryManager.Builder builder =
        MemoryManager.builder()
            .stores(stores())
            .searchTool(
                properties.searchTool().enabled()
                    ? searchTool(beanFactory)
                    : SearchToolSettings.OFF)
            .addTool(
                beanFactory.containsBean(AdkMemoryAutoConfiguration.ADD_TOOL)
                    ? addTool(beanFactory)
                    : AddToolSettings.OFF)
            .searchTimeout(properties.searchTimeout())
            .writeTimeout(properties.writeTimeout())
            .extraction(given(beanFactory, ExtractionSettings.class, ExtractionSettings.DEFAULT))
            .journal(journal)
            .extractionModel(model())
            .observer(observer)
            .taskDecorator(
                new ContextPropagation(
                    beanFactory.getBeanProvider(TaskDecorator.class).orderedStream().toList()));
    StoreSettings settings = new StoreSettings(beanFactory, properties);
    settings.overrides().forEach(builder::override);
    return builder.build();
  }

  /** The order of stores is that of their results: by {@code @Order}, then by bean name. */
  private List<MemoryStore> stores() {
    List<String> names =
        Arrays.stream(beanFactory.getBeanNamesForType(MemoryStore.class, true, false))
            .sorted()
            .toList();
    return new OrderedBeans(beanFactory)
        .get(names, MemoryStore.class).stream().map(Named::bean).toList();
  }

  private @Nullable ExtractionModel model() {
    ExtractionModel own = beanFactory.getBeanProvider(ExtractionModel.class).getIfUnique();
    if (own != null) {
      return own;
    }
    FallbackExtractionModel fallback =
        beanFactory.getBeanProvider(FallbackExtractionModel.class).getIfAvailable();
    return fallback == null ? null : fallback.model();
  }

  /** Shared with the tool beans, which look up their tool by name. */
  static SearchToolSettings searchTool(BeanFactory beans) {
    return given(beans, SearchToolSettings.class, SearchToolSettings.ON);
  }

  static AddToolSettings addTool(BeanFactory beans) {
    return given(beans, AddToolSettings.class, AddToolSettings.ON);
  }

  private static <T> T given(BeanFactory beans, Class<T> type, T otherwise) {
    return beans.getBeanProvider(type).getIfAvailable(() -> otherwise);
  }
}
