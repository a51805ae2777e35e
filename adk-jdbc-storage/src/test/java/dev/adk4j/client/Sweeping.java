package dev.adk4j.client;

/** Lets a process look for turns now, which it does every few seconds by itself. */
public final class Sweeping {

  private Sweeping() {}

  public static void sweep(AgentRegistry process) {
    process.resumer.sweep();
  }
}
