package dev.adk4j.springai.failure;

import java.util.Optional;

/** Says what an exception of a chat model means. Thread-safe. */
@FunctionalInterface
public interface ProviderErrorClassifier {

  /**
   * @param thrown as the model threw it; the reason may be any of its causes
   * @return empty where this classifier does not know it
   */
  Optional<ProviderFailure> classify(Throwable thrown);

  /** Asks this one first. */
  default ProviderErrorClassifier orElse(ProviderErrorClassifier next) {
    return thrown -> classify(thrown).or(() -> next.classify(thrown));
  }
}
