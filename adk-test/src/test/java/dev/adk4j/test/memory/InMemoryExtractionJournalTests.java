package dev.adk4j.test.memory;

import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.test.MutableClock;
import java.time.Duration;

class InMemoryExtractionJournalTests extends ExtractionJournalContractTests {

  private final MutableClock clock = MutableClock.create();
  private final ExtractionJournal journal = new InMemoryExtractionJournal(clock);

  @Override
  protected ExtractionJournal openJournal() {
    return journal;
  }

  @Override
  protected void letPass(Duration time) {
    clock.advance(time);
  }
}
