package dev.adk4j.durable.dbscheduler;

import dev.adk4j.stored.StoredTurn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets one of many operations go on at a time. Each one stops before its next statement, commit or
 * tool until it is its turn; one that waits in the database for another is left alone until that
 * one lets it go. What an operation does in threads that it starts belongs to it.
 */
final class Stepper {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);
  private static final long IN_THE_LANE = TimeUnit.MILLISECONDS.toNanos(150);
  private static final InheritableThreadLocal<@Nullable Operation> CURRENT =
      new InheritableThreadLocal<>();

  private final Object lock = new Object();
  private final List<Operation> operations = new ArrayList<>();
  private final Predicate<SteppedConnection> waitsForAnother;
  private int started;
  private volatile long lastStep = System.nanoTime();

  /**
   * @param waitsForAnother looks into the database
   */
  Stepper(Predicate<SteppedConnection> waitsForAnother) {
    this.waitsForAnother = waitsForAnother;
  }

  /** The process was killed: its code ends here, and nothing of it counts. */
  static final class Killed extends InternalError {
    private static final long serialVersionUID = 1;

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  /** A process, which may be killed. */
  interface Process {
    boolean isKilled();
  }

  /** What one caller does, from its call to its return. */
  final class Operation {
    final String name;
    final Process process;
    private final Map<Thread, Held> held = new LinkedHashMap<>();
    private final Map<Thread, SteppedConnection> inDatabase = new LinkedHashMap<>();
    private final List<Thread> helpers = new ArrayList<>();
    private final Set<Thread> seen = new LinkedHashSet<>();
    private int announced;
    private boolean returned;
    private boolean queued;
    private volatile @Nullable Thread main;
    private @Nullable Throwable failure;
    volatile @Nullable StoredTurn claim;

    private Operation(String name, Process process) {
      this.name = name;
      this.process = process;
    }

    /** Another thread is about to start that is not waited for. */
    void announceHelper() {
      synchronized (lock) {
        announced++;
      }
    }

    boolean isOver() {
      synchronized (lock) {
        return returned && !isHelping();
      }
    }

    private boolean isHelping() {
      return helpers.size() < announced
          || helpers.stream().anyMatch(thread -> thread.getState() != Thread.State.TERMINATED);
    }

    @Nullable Throwable failure() {
      return failure;
    }

    private boolean isQuiet() {
      if (process.isKilled()) {
        return inDatabase.values().stream().allMatch(waitsForAnother);
      }
      boolean mainRests =
          returned
              || queued
              || held.keySet().stream().anyMatch(thread -> !isHelper(thread))
              || inDatabase.entrySet().stream()
                  .anyMatch(
                      each -> !isHelper(each.getKey()) && waitsForAnother.test(each.getValue()));
      if (!mainRests && inDatabase.isEmpty() && isInTheLane()) {
        queued = true;
        mainRests = true;
      }
      return mainRests && helpers.size() >= announced && helpers.stream().allMatch(this::rests);
    }

    /** Its turn waits for another run of the conversation in the same process to end. */
    private boolean isInTheLane() {
      return main != null
          && System.nanoTime() - lastStep > IN_THE_LANE
          && (main.getState() == Thread.State.WAITING
              || main.getState() == Thread.State.TIMED_WAITING)
          && Arrays.stream(main.getStackTrace())
              .anyMatch(frame -> frame.getClassName().endsWith(".StartedTurn"));
    }

    private boolean rests(Thread thread) {
      SteppedConnection connection = inDatabase.get(thread);
      return thread.getState() == Thread.State.TERMINATED
          || held.containsKey(thread)
          || (connection != null && waitsForAnother.test(connection));
    }
  }

  private record Held(Operation operation, String place, Semaphore go) {}

  private static boolean isHelper(Thread thread) {
    return thread.getName().startsWith("adk-resume-");
  }

  /** The operation of this thread; null for one that runs by itself. */
  static @Nullable Operation current() {
    return CURRENT.get();
  }

  /** Begins an operation, which stops at its first step. */
  Operation start(String name, Process process, Work work) {
    Operation operation = new Operation(++started + ":" + name, process);
    synchronized (lock) {
      operations.add(operation);
    }
    Thread.ofPlatform()
        .daemon()
        .name("operation-" + operation.name)
        .start(
            () -> {
              operation.main = Thread.currentThread();
              operation.seen.add(Thread.currentThread());
              CURRENT.set(operation);
              Throwable failure = null;
              try {
                work.run();
              } catch (Throwable e) {
                failure = e;
              }
              synchronized (lock) {
                operation.failure = failure;
                operation.returned = true;
                operations.forEach(each -> each.queued &= each.process != operation.process);
                lastStep = System.nanoTime();
                lock.notifyAll();
              }
            });
    settle();
    return operation;
  }

  /** Stops until it is this thread's turn. */
  void step(String place) {
    Operation operation = CURRENT.get();
    if (operation == null) {
      return;
    }
    check(operation);
    Semaphore go = new Semaphore(0);
    Thread thread = Thread.currentThread();
    synchronized (lock) {
      if (isHelper(thread) && !operation.helpers.contains(thread)) {
        operation.helpers.add(thread);
      }
      operation.seen.add(thread);
      operation.queued &= isHelper(thread);
      operation.held.put(thread, new Held(operation, place, go));
      lock.notifyAll();
    }
    go.acquireUninterruptibly();
    check(operation);
  }

  private static void check(Operation operation) {
    if (operation.process.isKilled()) {
      throw new Killed();
    }
  }

  /** Notes that this thread is in a statement, or not any more. */
  void inDatabase(@Nullable SteppedConnection connection) {
    Operation operation = CURRENT.get();
    if (operation != null) {
      synchronized (lock) {
        if (connection == null) {
          operation.inDatabase.remove(Thread.currentThread());
        } else {
          operation.inDatabase.put(Thread.currentThread(), connection);
        }
        if (operation.process.isKilled()) {
          lock.notifyAll();
        }
      }
    }
  }

  /** Something that stands before its next step. */
  record Waiting(Operation operation, String place, Thread thread) {
    @Override
    public String toString() {
      return operation.name + " " + place;
    }
  }

  List<Waiting> waiting(Predicate<Process> of) {
    synchronized (lock) {
      List<Waiting> all = new ArrayList<>();
      for (Operation each : operations) {
        if (!each.process.isKilled() && of.test(each.process)) {
          each.held.forEach((thread, held) -> all.add(new Waiting(each, held.place, thread)));
        }
      }
      return all;
    }
  }

  /** Lets one go on to its next step, and returns when nothing moves any more. */
  void go(Waiting next) {
    synchronized (lock) {
      lastStep = System.nanoTime();
      next.operation.held.remove(next.thread).go.release();
    }
    settle();
  }

  long lastStep() {
    return lastStep;
  }

  /** Ends the threads of processes that were killed. */
  void endKilled() {
    synchronized (lock) {
      lastStep = System.nanoTime();
      for (Operation each : operations) {
        if (each.process.isKilled()) {
          each.held.values().forEach(held -> held.go.release());
          each.held.clear();
        }
      }
    }
    settle();
  }

  private void settle() {
    long end = System.nanoTime() + PATIENCE;
    synchronized (lock) {
      while (!operations.stream().allMatch(Operation::isQuiet)) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException("does not come to rest: " + stacks());
        }
        try {
          lock.wait(1);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      operations.removeIf(
          each -> each.process.isKilled() ? each.inDatabase.isEmpty() : each.isOver());
    }
  }

  private String stacks() {
    StringBuilder text = new StringBuilder();
    for (Operation each : operations) {
      if (!each.isQuiet()) {
        text.append(each.name)
            .append(" returned ")
            .append(each.returned)
            .append(" helpers ")
            .append(each.helpers.size())
            .append('/')
            .append(each.announced)
            .append(" held ")
            .append(each.held.values().stream().map(Held::place).toList())
            .append(" in database ")
            .append(each.inDatabase.values());
        for (Thread thread : each.seen) {
          text.append("\n\n").append(thread);
          for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n  ").append(frame);
          }
        }
      }
    }
    return text.toString();
  }

  /** Operations that have not ended. */
  List<Operation> open() {
    synchronized (lock) {
      return operations.stream().filter(each -> !each.process.isKilled()).toList();
    }
  }

  interface Work {
    void run() throws Exception;
  }
}
