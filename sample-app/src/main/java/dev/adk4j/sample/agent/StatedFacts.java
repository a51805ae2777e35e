package dev.adk4j.sample.agent;

import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.Extractor.ExtractionContext;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.primitive.MessageRole;
import java.util.List;
import java.util.Map;

/**
 * Learns what a person says about themselves, by rule, where there is no model to ask. What they
 * ask to remember is kept at once and not learned again.
 */
final class StatedFacts implements Extractor {

  @Override
  public List<Extractor.ExtractedFact> extract(
      List<MemoryMessage> messages, ExtractionContext context) {
    return messages.stream()
        .filter(message -> message.role() == MessageRole.USER)
        .map(message -> IntentReader.read(message.text()))
        .filter(Intent.Tell.class::isInstance)
        .map(intent -> ((Intent.Tell) intent).fact())
        .distinct()
        .map(fact -> new Extractor.ExtractedFact(fact, Map.of("learnedFrom", "statement")))
        .toList();
  }
}
