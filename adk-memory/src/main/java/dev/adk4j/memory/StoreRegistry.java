package dev.adk4j.memory;

import dev.adk4j.error.AdkException;
import dev.adk4j.memory.extraction.ModelExtractor;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.extraction.ExtractionTarget;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Validates and configures the manager's stores, in order. Immutable. */
final class StoreRegistry {

  private final Map<String, ConfiguredStore> stores = new LinkedHashMap<>();
  private final List<ExtractionTarget> targets = new ArrayList<>();

  StoreRegistry(
      List<MemoryStore> given,
      Map<String, StoreOverrides> overrides,
      @Nullable ExtractionModel model,
      Extractor defaultExtractor) {
    if (given.isEmpty()) {
      throw invalid("there is no memory store; configure at least one");
    }
    for (MemoryStore store : given) {
      ConfiguredStore configured = configured(store, overrides);
      stores.put(configured.name(), configured);
      if (configured.extraction() != null) {
        targets.add(target(configured, configured.extraction(), model, defaultExtractor));
      }
    }
    for (String name : overrides.keySet()) {
      if (!stores.containsKey(name)) {
        throw invalid(
            "there are settings for the store '%s', which does not exist; %s", name, known());
      }
    }
  }

  private ConfiguredStore configured(MemoryStore store, Map<String, StoreOverrides> overrides) {
    String name = name(store);
    if (stores.containsKey(name)) {
      throw invalid("two stores are named '%s'; names must be unique", name);
    }
    StoreOverrides override = overrides.getOrDefault(name, StoreOverrides.NONE);
    boolean writable = writable(store, name, override);
    if (writable
        && !(store instanceof AddableMemoryStore)
        && !(store instanceof MessageMemoryStore)) {
      throw invalid(
          "the store '%s' is writable but accepts neither facts nor messages;"
              + " implement AddableMemoryStore or MessageMemoryStore, or return false from"
              + " writable()",
          name);
    }
    return new ConfiguredStore(
        store,
        name,
        override.description() == null ? store.description().orElse("") : override.description(),
        limit(store, name, override),
        writable,
        writable && store instanceof AddableMemoryStore adder ? adder : null,
        writable && store instanceof MessageMemoryStore messages ? messages : null,
        extraction(store, override),
        store.relevanceScale());
  }

  @SuppressWarnings("NullAway") // applications' stores without a null checker do return null
  private static String name(MemoryStore store) {
    String name = store.name();
    if (name == null || name.isBlank() || name.indexOf(':') >= 0) {
      throw invalid(
          "a store is named %s; a name must not be blank or contain a colon",
          (name == null ? "null" : "'" + name + "'"));
    }
    return name;
  }

  private static boolean writable(MemoryStore store, String name, StoreOverrides override) {
    boolean writable = store.writable();
    if (!writable && Boolean.TRUE.equals(override.writable())) {
      throw invalid("the store '%s' is read-only; its settings cannot make it writable", name);
    }
    return writable && !Boolean.FALSE.equals(override.writable());
  }

  private static int limit(MemoryStore store, String name, StoreOverrides override) {
    int limit =
        override.maxSearchResults() == null
            ? store.maxSearchResults().orElse(ConfiguredStore.DEFAULT_RESULTS)
            : override.maxSearchResults();
    if (limit < 1) {
      throw invalid("maxSearchResults of the store '%s' must be at least 1, was %s", name, limit);
    }
    return limit;
  }

  private static @Nullable StoreExtractionSettings extraction(
      MemoryStore store, StoreOverrides override) {
    if (Boolean.FALSE.equals(override.extract())) {
      return null;
    }
    if (override.extraction() != null) {
      return override.extraction();
    }
    return store
        .extraction()
        .orElseGet(
            () -> Boolean.TRUE.equals(override.extract()) ? StoreExtractionSettings.DEFAULT : null);
  }

  private static ExtractionTarget target(
      ConfiguredStore store,
      StoreExtractionSettings config,
      @Nullable ExtractionModel model,
      Extractor defaultExtractor) {
    String name = store.name();
    if (!store.writable()) {
      throw invalid("the store '%s' is read-only and does not support extraction", name);
    }
    if (config.triggers().isEmpty()) {
      throw invalid("extraction into the store '%s' has no trigger; configure at least one", name);
    }
    Extractor given = config.extractor();
    if (given != null && !store.canAdd()) {
      throw invalid(
          "the store '%s' has an extractor but accepts no single facts; it must be an"
              + " AddableMemoryStore",
          name);
    }
    ExtractionTarget.Route route;
    if (given == null && store.messages() != null) {
      route = new ExtractionTarget.Route.Raw(store.messages());
    } else if (store.adder() != null) {
      Extractor extractor = given == null ? defaultExtractor : given;
      requireModel(name, extractor, model);
      route = new ExtractionTarget.Route.Facts(store.adder(), extractor);
    } else {
      throw invalid("the store '%s' accepts neither facts nor messages", name);
    }
    return new ExtractionTarget(name, config.triggers(), config.filter(), route);
  }

  private static void requireModel(
      String name, Extractor extractor, @Nullable ExtractionModel model) {
    if (extractor instanceof ModelExtractor m && m.needsDefaultModel() && model == null) {
      throw invalid(
          "extraction into the store '%s' needs a model; configure an ExtractionModel"
              + " or an extractor for the store, or disable extraction",
          name);
    }
  }

  /**
   * Returns the add tool's stores: the named stores, or all that accept facts if none are named.
   */
  List<ConfiguredStore> addToolStores(@Nullable List<String> names) {
    List<ConfiguredStore> able = addable();
    if (able.isEmpty()) {
      throw invalid("the add tool is enabled, but no store is writable and accepts single facts");
    }
    if (names == null) {
      return able;
    }
    List<ConfiguredStore> chosen = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      ConfiguredStore store = stores.get(name);
      if (store == null) {
        throw invalid("the add tool names the store '%s', which does not exist; %s", name, known());
      }
      if (!store.writable()) {
        throw invalid("the add tool names the store '%s', which is read-only", name);
      }
      if (!store.canAdd()) {
        throw invalid("the add tool names the store '%s', which accepts only whole messages", name);
      }
      chosen.add(store);
    }
    if (chosen.isEmpty()) {
      throw invalid(
          "the add tool is enabled with an empty list of stores; omit the list to use all");
    }
    return List.copyOf(chosen);
  }

  List<ConfiguredStore> all() {
    return List.copyOf(stores.values());
  }

  List<ConfiguredStore> addable() {
    return stores.values().stream().filter(ConfiguredStore::canAdd).toList();
  }

  List<ExtractionTarget> targets() {
    return List.copyOf(targets);
  }

  Optional<ConfiguredStore> find(String name) {
    return Optional.ofNullable(stores.get(name));
  }

  /** Returns the stores of a search, in the given order. */
  RelevanceScale scale(String name) {
    return find(name).map(ConfiguredStore::scale).orElse(RelevanceScale.NONE);
  }

  List<ConfiguredStore> toSearch(@Nullable List<String> names) {
    return names == null ? all() : new LinkedHashSet<>(names).stream().map(this::require).toList();
  }

  /** Returns the stores of a write, in the given order. One invalid name fails the write. */
  List<ConfiguredStore> toAdd(@Nullable List<String> names) {
    List<ConfiguredStore> targets =
        names == null
            ? addable()
            : new LinkedHashSet<>(names).stream().map(this::requireAddable).toList();
    if (targets.isEmpty()) {
      throw new AdkException(
          MemoryErrorCode.E_MEMORY_NO_WRITABLE_STORE,
          "There is no memory store to write to: "
              + (names == null ? "none is writable and accepts single facts." : "none was named."));
    }
    return targets;
  }

  private ConfiguredStore require(String name) {
    ConfiguredStore store = stores.get(name);
    if (store == null) {
      throw MemoryErrors.storeNotFound(name, stores.keySet());
    }
    return store;
  }

  private ConfiguredStore requireAddable(String name) {
    ConfiguredStore store = require(name);
    if (!store.writable()) {
      throw MemoryErrors.readOnly(name);
    }
    if (!store.canAdd()) {
      throw AdkException.saying(
          MemoryErrorCode.E_MEMORY_STORE_ADD_UNSUPPORTED,
          "The memory store '%s' accepts only whole messages, not single facts.",
          name);
    }
    return store;
  }

  private String known() {
    return "there are: " + String.join(", ", stores.keySet());
  }

  static AdkException invalid(String format, Object... args) {
    String detail = format.formatted(args);
    return AdkException.of(MemoryErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG)
        .message(MemoryErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG.meaning() + " " + detail + ".")
        .args(detail)
        .build();
  }
}
