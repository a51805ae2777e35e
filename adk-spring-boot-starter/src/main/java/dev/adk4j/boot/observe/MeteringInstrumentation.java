package dev.adk4j.boot.observe;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Counts the records that fetches return. */
record MeteringInstrumentation(MeterRegistry meters) implements Instrumentation {

  @Override
  public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
      throws Exception {
    T result = invocation.proceed();
    if (operation instanceof Operation.StorageCall call
        && result instanceof Collection<?> records) {
      AdkMeter.ROWS
          .summary("Records that a fetch returned")
          .tag("adk.callback", call.callback())
          .register(meters)
          .record(records.size());
    }
    return result;
  }
}
