package dev.adk4j.boot.memory;

import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/**
 * Matches if there is a vector database for memory. A store of Spring AI must be named: a search
 * without the owner's filter, such as by an advisor, finds the facts of all owners.
 */
final class OnVectorMemory extends AnyNestedCondition {

  OnVectorMemory() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnProperty("adk.memory.vector.collection")
  @ConditionalOnBean(VectorDb.class)
  static class Named {}

  @ConditionalOnBean({VectorDb.class, VectorEncoder.class})
  @ConditionalOnMissingBean(type = "dev.adk4j.springai.vector.SpringAiVectorBackend")
  static class Own {}
}
