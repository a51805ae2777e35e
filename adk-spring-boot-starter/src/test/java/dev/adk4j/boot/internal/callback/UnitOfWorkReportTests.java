package dev.adk4j.boot.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.StorageUnitOfWork;
import org.junit.jupiter.api.Test;

class UnitOfWorkReportTests {

  private final UnitOfWorkReport report = new UnitOfWorkReport();

  @Test
  void saysNothingIfAllWriteTogether() {
    StorageUnitOfWork unit = new OwnUnit();
    for (CallbackKey callback : CallbackKey.values()) {
      add(callback, unit);
    }
    assertThat(report.text()).isNull();
  }

  @Test
  void namesOnlyWhatIsApartFromTheRest() {
    StorageUnitOfWork most = new OwnUnit();
    StorageUnitOfWork other = new OwnUnit();
    for (CallbackKey callback : CallbackKey.values()) {
      switch (callback) {
        case STORE_MEMORY, DELETE_MEMORY -> add(callback, other);
        case STORE_THOUGHT, FETCH_THOUGHTS, STORE_MEDIA_BYTES -> add(callback, null);
        default -> add(callback, most);
      }
    }
    assertThat(report.text())
        .isEqualTo(
            "The records of an iteration are not stored in one transaction. Stored separately:"
                + " storeMemory with deleteMemory, storeThought, storeMediaBytes.");
  }

  @Test
  void saysNothingOfWhatOnlyReads() {
    StorageUnitOfWork unit = new OwnUnit();
    add(CallbackKey.STORE_MESSAGE, unit);
    add(CallbackKey.FETCH_MESSAGES, null);
    assertThat(report.text()).isNull();
  }

  private void add(CallbackKey callback, StorageUnitOfWork unit) {
    report.add(callback, new Assignment.Bean(callback.operation(), false), member(unit));
  }

  private static StorageUnitOfWork.Member member(StorageUnitOfWork unit) {
    return new StorageUnitOfWork.Member() {
      @Override
      public StorageUnitOfWork unitOfWork() {
        return unit;
      }
    };
  }

  private static final class OwnUnit implements StorageUnitOfWork {
    @Override
    public void execute(AgentContext ctx, Writes writes) throws Exception {
      writes.run();
    }
  }
}
