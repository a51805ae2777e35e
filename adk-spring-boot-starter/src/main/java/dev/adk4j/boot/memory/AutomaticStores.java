package dev.adk4j.boot.memory;

import dev.adk4j.memory.store.MemoryStore;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Marks that the starter creates the memory stores. Fails the startup if there is no backend for
 * any.
 */
record AutomaticStores(ListableBeanFactory beans) implements SmartInitializingSingleton {

  @Override
  public void afterSingletonsInstantiated() {
    var names = beans.getBeanProvider(MemoryStore.class).orderedStream().map(MemoryStore::name);
    String stores = String.join(", ", names.toList());
    if (stores.isEmpty()) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.memory.enabled",
          "true",
          "needs a backend to store memories: add adk-jdbc-storage and one DataSource; or set "
              + "adk.vector.backend and have one EmbeddingModel bean; or name a VectorStore bean "
              + "of Spring AI, used only for memory, in adk.memory.vector.collection; or declare "
              + "a MemoryStore bean, such as InMemoryMemoryStore.of(\"notes\")");
    }
  }
}
