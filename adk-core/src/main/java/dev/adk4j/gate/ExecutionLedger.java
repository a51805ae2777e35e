package dev.adk4j.gate;

/** Keeps what a decision permits from being started twice. */
interface ExecutionLedger {

  /** Whether it is started for the first time. */
  boolean begin(String decisionId, String tool, String digest);

  /** Never throws: the work is done, and its result must not get lost. */
  void end(String decisionId, ToolRun.Outcome outcome);

  /** For one decision of one process. */
  static ExecutionLedger inMemory() {
    var started = new java.util.concurrent.atomic.AtomicBoolean();
    return new ExecutionLedger() {
      @Override
      public boolean begin(String decisionId, String tool, String digest) {
        return started.compareAndSet(false, true);
      }

      @Override
      public void end(String decisionId, ToolRun.Outcome outcome) {}
    };
  }
}
