package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Holds many waits open at once and prints what each costs, in a process of its own: gates of one
 * turn, turns with a gate each, or bare platform threads.
 */
public final class GateProbe {

  private GateProbe() {}

  /** {@code gates | turns | threads}, and how many. */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    Waits waits =
        switch (args[0]) {
          case "gates" -> gates(count);
          case "turns" -> turns(count);
          case "threads" -> threads(count);
          default -> throw new IllegalArgumentException(args[0]);
        };
    long heapBefore = heap();
    long residentBefore = resident();
    long start = System.nanoTime();
    waits.open();
    double opened = (System.nanoTime() - start) / 1e9;
    System.out.println("heap " + (heap() - heapBefore) / (double) count);
    System.out.println("resident " + (resident() - residentBefore) / (double) count);
    System.out.println("opened " + opened);
    start = System.nanoTime();
    waits.settle();
    System.out.println("settled " + (System.nanoTime() - start) / 1e9);
  }

  private interface Waits {
    void open() throws Exception;

    void settle() throws Exception;
  }

  private static TurnRunner runner(dev.adk4j.loop.DispatchExecutor executor) {
    return TurnRunner.builder().storage(new NoopStorageAdapter()).executor(executor).build();
  }

  private static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("be brief").build();
  }

  /** As parallel tools open them: each on a virtual thread of its own, all in one turn. */
  private static Waits gates(int count) {
    Queue<TurnGate> open = new ConcurrentLinkedQueue<>();
    CountDownLatch opened = new CountDownLatch(count);
    TurnRunner runner =
        runner(
            (ctx, helpers) -> {
              List<Thread> waiting = new ArrayList<>(count);
              for (int i = 0; i < count; i++) {
                String id = "gate-" + i;
                waiting.add(
                    Thread.startVirtualThread(
                        () -> {
                          try {
                            ctx.waitFor(GateRequest.of(id, "tool_approval", null));
                          } catch (Exception e) {
                            throw new IllegalStateException(e);
                          }
                        }));
              }
              for (Thread thread : waiting) {
                thread.join();
              }
              ctx.ack();
            });
    return new TurnWaits(runner, 1, open, opened);
  }

  /** As an approval stops a conversation: each turn waits at a gate. */
  private static Waits turns(int count) {
    Queue<TurnGate> open = new ConcurrentLinkedQueue<>();
    CountDownLatch opened = new CountDownLatch(count);
    TurnRunner runner =
        runner(
            (ctx, helpers) -> {
              ctx.waitFor(GateRequest.of("gate", "tool_approval", null));
              ctx.ack();
            });
    return new TurnWaits(runner, count, open, opened);
  }

  private static Waits threads(int count) {
    CountDownLatch started = new CountDownLatch(count);
    CountDownLatch release = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    return new Waits() {
      @Override
      public void open() throws InterruptedException {
        for (int i = 0; i < count; i++) {
          Thread thread =
              new Thread(
                  () -> {
                    started.countDown();
                    try {
                      release.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
          thread.start();
          threads.add(thread);
        }
        started.await();
      }

      @Override
      public void settle() throws InterruptedException {
        release.countDown();
        for (Thread thread : threads) {
          thread.join();
        }
      }
    };
  }

  private static final class TurnWaits implements Waits {

    private final TurnRunner runner;
    private final int turns;
    private final Queue<TurnGate> open;
    private final CountDownLatch opened;
    private final List<TurnHandle> handles = new ArrayList<>();

    private TurnWaits(TurnRunner runner, int turns, Queue<TurnGate> open, CountDownLatch opened) {
      this.runner = runner;
      this.turns = turns;
      this.open = open;
      this.opened = opened;
      runner.observe(
          TurnEvent.TURN_GATE_OPEN,
          gate -> {
            open.add(gate);
            opened.countDown();
          });
      runner.observe(
          TurnEvent.ERROR,
          event -> {
            event.error().printStackTrace();
            System.exit(1);
          });
    }

    @Override
    public void open() throws InterruptedException {
      for (int i = 0; i < turns; i++) {
        handles.add(runner.start(raw()));
      }
      opened.await();
    }

    @Override
    public void settle() throws Exception {
      open.forEach(gate -> gate.resolve("yes"));
      for (TurnHandle handle : handles) {
        handle.join();
      }
    }
  }

  /** What is reachable. */
  private static long heap() {
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      LockSupport.parkNanos(50_000_000);
      used = Math.min(used, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
    }
    return used;
  }

  /** Of the whole process, where the system tells. */
  private static long resident() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
        .findFirst()
        .orElse(0);
  }
}
