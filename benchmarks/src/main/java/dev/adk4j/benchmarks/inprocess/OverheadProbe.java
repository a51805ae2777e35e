package dev.adk4j.benchmarks.inprocess;

import com.sun.management.ThreadMXBean;
import dev.adk4j.benchmarks.Texts;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Prints the time and the allocated bytes of one turn of this library in memory. It runs in a
 * process of its own, so that two builds of the library can take turns.
 */
public final class OverheadProbe {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int TURNS = 100;
  private static final Texts texts = new Texts();

  private OverheadProbe() {}

  /**
   * {@code turn | client | stream}, the messages stored or the deltas, milliseconds to warm up,
   * samples.
   */
  public static void main(String[] args) throws Exception {
    Work work =
        switch (args[0]) {
          case "turn" -> turns(ModelArms.ADK.create(texts), args[1]);
          case "client" -> turns(new AdkModelArm(texts, true), args[1]);
          default -> stream(args[1]);
        };
    long warm = System.nanoTime() + Long.parseLong(args[2]) * 1_000_000;
    while (System.nanoTime() < warm) {
      work.sample();
    }
    int samples = Integer.parseInt(args[3]);
    double[] micros = new double[samples];
    double[] bytes = new double[samples];
    for (int i = 0; i < samples; i++) {
      work.prepare();
      long before = THREADS.getTotalThreadAllocatedBytes();
      long start = System.nanoTime();
      work.run();
      micros[i] = (System.nanoTime() - start) / 1e3 / work.turns();
      bytes[i] = (THREADS.getTotalThreadAllocatedBytes() - before) / (double) work.turns();
    }
    Arrays.sort(micros);
    Arrays.sort(bytes);
    System.out.println("time " + micros[samples / 2]);
    System.out.println("bytes " + bytes[samples / 2]);
  }

  private interface Work {

    void prepare() throws Exception;

    void run() throws Exception;

    int turns();

    default void sample() throws Exception {
      prepare();
      run();
    }
  }

  /** Conversations are filled anew for each sample, so that a history stays as long as it was. */
  private static Work turns(ModelArm model, String messages) {
    int history = Integer.parseInt(messages);
    String[] conversations = new String[Math.clamp(2_000 / history, 2, TURNS)];
    Arrays.setAll(conversations, i -> "conversation-" + i);
    return new Work() {
      @Override
      public void prepare() throws Exception {
        model.fresh(conversations, history);
      }

      @Override
      public void run() throws Exception {
        for (int i = 0; i < TURNS; i++) {
          model.turn(conversations[i % conversations.length], texts.next());
        }
      }

      @Override
      public int turns() {
        return TURNS;
      }
    };
  }

  private static Work stream(String count) {
    int deltas = Integer.parseInt(count);
    String[] conversation = {"conversation"};
    ModelArm model = ModelArms.ADK.create(texts);
    return new Work() {
      @Override
      public void prepare() throws Exception {
        model.fresh(conversation, 0);
      }

      @Override
      public void run() throws Exception {
        if (model.stream(conversation[0], deltas) != 5 * deltas) {
          throw new IllegalStateException("deltas are missing");
        }
      }

      @Override
      public int turns() {
        return 1;
      }
    };
  }
}
