package dev.adk4j.benchmarks;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Pseudo-random texts of 400 characters, the same in every run. One repeated sentence would not do:
 * a database that compresses makes it vanish.
 */
public final class Texts {

  public static final int COUNT = 2_048;
  private static final int LENGTH = 400;
  private static final String LETTERS = "eeeeeaaaatttooonnniiisssrrhhldcumfpgwybvk";

  private final List<String> texts;
  private final AtomicInteger next = new AtomicInteger();

  public Texts() {
    Random random = new Random(42);
    this.texts = IntStream.range(0, COUNT).mapToObj(i -> text(random)).toList();
  }

  public List<String> all() {
    return texts;
  }

  /** One after the other, from the first again after the last. */
  public String next() {
    return texts.get(Math.floorMod(next.getAndIncrement(), COUNT));
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder(LENGTH);
    while (text.length() < LENGTH) {
      int letters = 2 + random.nextInt(9);
      for (int i = 0; i < letters; i++) {
        text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      text.append(' ');
    }
    return text.substring(0, LENGTH);
  }
}
