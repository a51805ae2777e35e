package dev.adk4j.sample.agent;

import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.Extractor.ExtractionContext;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.primitive.MessageRole;
import java.util.List;
import java.util.Map;

/**
 * Extracts statements of users about themselves by rule, without a model. Facts that a user asks to
 * remember are stored at once and not extracted again.
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
