package dev.adk4j.jdbc;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.loop.AgentContext;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;

/** Stores more bytes than this JVM's heap could hold, and erases them. */
final class ErasureProbe {

  private static final int MEBIBYTE = 1024 * 1024;

  private ErasureProbe() {}

  /** Address, user, password, mebibytes; half in one content, half in many. */
  public static void main(String[] args) throws Exception {
    int half = Integer.parseInt(args[3]) / 2;
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 2).withTables()) {
      JdbcPersistentStorage storage = database.storage();
      AgentContext ctx = Turns.in("tenant", "ann", "c");
      storage.storeMessage(ctx, Turns.user("m"));
      storage.storeMediaBytes(ctx, "big", bytes(half));
      for (int n = 0; n < half; n++) {
        storage.storeMediaBytes(ctx, "small-" + n, bytes(1));
      }
      ErasureReport gone =
          AdkStorageAdmin.of(database.dataSource())
              .erase(new ErasureTarget.Subject("tenant", "ann"));
      if (gone.bytes() != 2L * half * MEBIBYTE
          || gone.conversations() != 1
          || database.count("select count(*) from adk_blob_chunk") != 0
          || database.count("select count(*) from adk_conversation") != 0) {
        throw new AssertionError(gone);
      }
    }
    System.out.println("ok, heap of " + Runtime.getRuntime().maxMemory() / MEBIBYTE + " MiB");
  }

  private static ByteSource bytes(int mebibytes) {
    byte[] one = new byte[MEBIBYTE];
    return ByteSource.of(
        () ->
            new SequenceInputStream(
                Collections.enumeration(
                    Collections.nCopies(mebibytes, one).stream()
                        .<InputStream>map(ByteArrayInputStream::new)
                        .toList())));
  }
}
