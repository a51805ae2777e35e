package dev.adk4j.sample.memory;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.value.Ids;
import java.time.Instant;

/** How facts become memories. */
public final class Memories {

  private Memories() {}

  /** Stores it with the iteration; a person said so, so there is no doubt about it. */
  public static void keep(DispatchContext ctx, String fact) {
    Instant now = ctx.clock().instant();
    ctx.storeMemory(
        Memory.builder()
            .id(Ids.next())
            .content(fact)
            .confidence(1.0)
            .importance(0.5)
            .createdAt(now)
            .updatedAt(now)
            .build());
  }
}
