package dev.adk4j.sample.agent;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;

/** Counts what a model would have read and written, so that the console has numbers to show. */
final class OfflineUsage {

  private static final TokenEncoding ENCODING = TokenEncoding.O200K_BASE;
  private static final String MODEL = "offline retrieval";

  private final long read;
  private long written;

  OfflineUsage(DispatchContext ctx) throws IOException {
    long tokens = ctx.systemPrompt().estimateTokens(ENCODING);
    for (Message message : ctx.turnMessages()) {
      tokens += message.content().map(c -> c.estimateTokens(ENCODING)).orElse(0);
    }
    for (Retrievable passage : ctx.turnRetrievables()) {
      tokens += passage.estimateTokens(ENCODING);
    }
    this.read = tokens;
  }

  void wrote(String text) {
    written += Tokenizable.estimateTokens(text, ENCODING);
  }

  GenerationStats stats() {
    return GenerationStats.tokens(MODEL, read, written);
  }
}
