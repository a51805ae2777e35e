package dev.adk4j.memory.store;

import java.util.List;

/** Makes facts of messages. Shared by concurrent saves. */
@FunctionalInterface
public interface Extractor {

  /**
   * Finds what is worth remembering; nothing is a success, and then these messages are done with.
   * What it throws fails the save, which is tried again with these messages and those that came
   * since.
   *
   * @param messages filtered, in order, not empty
   */
  List<ExtractedFact> extract(List<MemoryMessage> messages, ExtractionContext context)
      throws Exception;
}
