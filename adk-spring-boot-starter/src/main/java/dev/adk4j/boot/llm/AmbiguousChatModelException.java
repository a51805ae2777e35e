package dev.adk4j.boot.llm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown if there are several chat models, or none with the configured name. */
final class AmbiguousChatModelException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String wanted;
  private final transient List<String> names;

  AmbiguousChatModelException(@Nullable String wanted, List<String> names) {
    super("No single chat model for the executor among " + names);
    this.wanted = wanted;
    this.names = List.copyOf(names);
  }

  @Nullable String wanted() {
    return wanted;
  }

  List<String> names() {
    return names;
  }
}
