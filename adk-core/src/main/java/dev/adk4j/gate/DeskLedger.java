package dev.adk4j.gate;

/** Starts of tools in a store. */
record DeskLedger(GateStore store, DeskClerk clerk, String tenant, String node)
    implements ExecutionLedger {

  @Override
  public boolean begin(String decisionId, String tool, String digest) {
    clerk.alive();
    boolean first = store.begin(tenant, decisionId, tool, digest, node);
    if (first) {
      clerk.toolStarted();
    }
    return first;
  }

  @Override
  public void end(String decisionId, ToolRun.Outcome outcome) {
    clerk.record(() -> store.end(tenant, decisionId, outcome));
    clerk.toolEnded();
  }
}
