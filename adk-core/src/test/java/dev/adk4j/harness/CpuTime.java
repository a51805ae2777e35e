package dev.adk4j.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * How long this thread has worked; what the machine does meanwhile, and how often it stops, does
 * not count.
 */
public final class CpuTime {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long begun = THREADS.getCurrentThreadCpuTime();

  private CpuTime() {}

  /** Counts from here, for the thread that calls this. */
  public static CpuTime start() {
    return new CpuTime();
  }

  public Duration spent() {
    return Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begun);
  }
}
