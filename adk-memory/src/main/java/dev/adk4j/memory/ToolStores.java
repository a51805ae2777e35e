package dev.adk4j.memory;

import dev.adk4j.error.AdkException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Stores available to a tool. Describes them to the model and resolves the names that the model
 * uses.
 */
record ToolStores(String tool, List<ConfiguredStore> stores) {

  private static final Logger LOG = LoggerFactory.getLogger(ToolStores.class);

  /** Returns the introduction, followed by the stores that have a description. */
  String describe(String lead, String heading, String hint) {
    List<ConfiguredStore> described =
        stores.stream().filter(store -> !store.description().isEmpty()).toList();
    if (described.isEmpty()) {
      return lead;
    }
    return described.stream()
        .map(store -> "- " + store.name() + ": " + store.description())
        .collect(Collectors.joining("\n", lead + "\n\n" + heading + "\n", "\n\n" + hint));
  }

  /**
   * Returns the stores that the model named, in its order, or all if it named none. Ignores unknown
   * names if at least one is known.
   */
  List<ConfiguredStore> resolve(JsonNode requested) {
    if (!requested.isArray() || requested.isEmpty()) {
      return stores;
    }
    LinkedHashSet<String> names = new LinkedHashSet<>();
    requested.forEach(name -> names.add(name.asString()));
    List<ConfiguredStore> chosen = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String name : names) {
      stores.stream()
          .filter(store -> store.name().equals(name))
          .findFirst()
          .ifPresentOrElse(chosen::add, () -> unknown.add(name));
    }
    if (chosen.isEmpty()) {
      throw AdkException.of(MemoryErrorCode.E_MEMORY_NO_STORE_IN_SCOPE)
          .message(
              "None of the requested memory stores can be used here: %s. Available: %s."
                  .formatted(
                      String.join(", ", names),
                      stores.stream().map(ConfiguredStore::name).collect(Collectors.joining(", "))))
          .args(names.toArray())
          .build();
    }
    if (!unknown.isEmpty()) {
      LOG.warn(
          "The model called the tool '{}' with {} memory stores that it cannot use;"
              + " they are ignored: {}",
          tool,
          unknown.size(),
          unknown);
    }
    return chosen;
  }
}
