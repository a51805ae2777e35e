package dev.adk4j.benchmarks.inprocess;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.adk4j.benchmarks.Texts;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.token.Tokenizable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Counting the o200k tokens of texts of 400 characters, and asking for a count that is known. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TokenCounting {

  private final Texts texts = new Texts();
  private final Encoding raw =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
  private final Tokenizable counted = Tokenizable.of(texts.next());

  @Benchmark
  public int library() {
    return Tokenizable.estimateTokens(texts.next(), TokenEncoding.O200K_BASE);
  }

  @Benchmark
  public int jtokkit() {
    return raw.countTokensOrdinary(texts.next());
  }

  @Benchmark
  public int cached() {
    return counted.estimateTokens(TokenEncoding.O200K_BASE);
  }
}
