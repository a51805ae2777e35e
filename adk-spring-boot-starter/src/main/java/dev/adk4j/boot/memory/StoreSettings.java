package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.properties.MemoryProperties;
import dev.adk4j.boot.internal.properties.MemoryProperties.StoreExtraction;
import dev.adk4j.memory.StoreOverrides;
import dev.adk4j.memory.extraction.ModelExtractor;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Applies properties of single stores. */
record StoreSettings(ListableBeanFactory beanFactory, MemoryProperties properties) {

  Map<String, StoreOverrides> overrides() {
    Map<String, StoreOverrides> overrides = new LinkedHashMap<>();
    properties.stores().forEach((name, store) -> overrides.put(name, of(name, store)));
    return overrides;
  }

  private StoreOverrides of(String name, MemoryProperties.Store store) {
    boolean off = Boolean.FALSE.equals(store.extraction().enabled());
    return new StoreOverrides(
        store.description(),
        store.maxSearchResults(),
        store.writable(),
        store.extraction().enabled(),
        off || !store.extraction().changesConfig() ? null : config(name, store.extraction()));
  }

  /** Returns the settings of the store, changed by the properties that are set. */
  private StoreExtractionSettings config(String name, StoreExtraction extraction) {
    StoreExtractionSettings config = declared(name);
    if (extraction.turns() != null) {
      config = config.withTriggers(new ExtractionTrigger.IntervalTrigger(extraction.turns()));
    }
    String path = "adk.memory.stores." + name + ".extraction";
    if (extraction.extractor() != null) {
      config =
          config.withExtractor(bean(path + ".extractor", extraction.extractor(), Extractor.class));
    } else if (extraction.model() != null) {
      ExtractionModel model = bean(path + ".model", extraction.model(), ExtractionModel.class);
      config = config.withExtractor(ModelExtractor.of(model));
    }
    return extraction.exclude() == null
        ? config
        : config.withFilter(
            new StoreExtractionSettings.MessageFilter(Set.copyOf(extraction.exclude())));
  }

  private StoreExtractionSettings declared(String name) {
    return beanFactory.getBeanProvider(MemoryStore.class).stream()
        .filter(store -> name.equals(store.name()))
        .findFirst()
        .flatMap(MemoryStore::extraction)
        .orElseGet(() -> StoreExtractionSettings.DEFAULT);
  }

  private <T> T bean(String property, String name, Class<T> type) {
    if (!beanFactory.containsBean(name) || !beanFactory.isTypeMatch(name, type)) {
      throw new InvalidConfigurationPropertyValueException(
          property, name, "is not the name of a bean of type " + type.getName());
    }
    return beanFactory.getBean(name, type);
  }
}
