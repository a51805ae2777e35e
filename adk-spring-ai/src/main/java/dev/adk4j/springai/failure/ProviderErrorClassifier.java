package dev.adk4j.springai.failure;

import java.util.Optional;

/**
 * Classifies exceptions of chat models. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ProviderErrorClassifier {

  /** Returns the default classifier, which knows the clients that Spring AI uses. */
  static ProviderErrorClassifier standard() {
    return new ProviderErrors();
  }

  /**
   * Classifies an exception.
   *
   * @param thrown exception of the model; the reason may be any of its causes
   * @return empty if the exception is unknown to this classifier
   */
  Optional<ProviderFailure> classify(Throwable thrown);

  /** Returns a classifier that tries this one first. */
  default ProviderErrorClassifier orElse(ProviderErrorClassifier next) {
    return thrown -> classify(thrown).or(() -> next.classify(thrown));
  }
}
