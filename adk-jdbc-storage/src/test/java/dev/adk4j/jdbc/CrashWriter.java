package dev.adk4j.jdbc;

import static dev.adk4j.jdbc.Output.say;

import dev.adk4j.loop.AgentContext;

/**
 * Stores flushes of three records, one after the other, and says on its output which of them were
 * acknowledged.
 */
final class CrashWriter {

  private CrashWriter() {}

  /** Address, user, password, and what its ids begin with. */
  public static void main(String[] args) throws Exception {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 2)) {
      JdbcPersistentStorage storage = database.storage();
      AgentContext ctx = Turns.in("crash", "subject", "conversation");
      for (int n = 0; ; n++) {
        String id = args[3] + "-" + n;
        Stores.unit(
            storage,
            ctx,
            () -> {
              storage.storeThought(ctx, Turns.thought(id));
              storage.storeToolCall(ctx, Turns.toolCall(id));
              storage.storeMessage(ctx, Turns.assistant(id));
            });
        say(id);
      }
    }
  }
}
