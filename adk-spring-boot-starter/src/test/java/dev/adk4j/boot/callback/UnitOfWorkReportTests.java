package dev.adk4j.boot.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.StorageUnitOfWork;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitOfWorkReportTests {

  @Test
  void logsUnitsInTheOrderOfTheirCallbacks() {
    UnitOfWorkReport report = new UnitOfWorkReport();
    List<String> expected = new ArrayList<>();
    for (CallbackKey callback : CallbackKey.values()) {
      StorageUnitOfWork unit = new OwnUnit();
      report.add(callback, new Assignment.Bean(callback.operation(), false), member(unit));
      expected.add(" together " + callback.operation() + ";");
    }

    assertThat(report.text())
        .isEqualTo(
            "What an iteration stores is not one transaction:"
                + String.join("", expected)
                + " nothing outside.");
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
