package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.StorageConnections;

/** The tables of stored turns and of their gates, and the expression for the database's time. */
final class Tables {

  final boolean postgres;
  final String turn;
  final String call;
  final String inbox;
  final String gate;
  final String decision;
  final String node;

  /** Milliseconds. */
  final String now;

  Tables(StorageConnections connections) {
    this.postgres = connections.isPostgres();
    this.turn = connections.table("adk_waiting_turn");
    this.call = connections.table("adk_waiting_call");
    this.inbox = connections.table("adk_turn_inbox");
    this.gate = connections.table("adk_gate");
    this.decision = connections.table("adk_gate_decision");
    this.node = connections.table("adk_gate_node");
    this.now =
        "cast(floor(extract(epoch from "
            + (postgres ? "clock_timestamp()" : "current_timestamp(3)")
            + ") * 1000) as bigint)";
  }
}
