package dev.adk4j.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.springframework.context.ApplicationContext;

/**
 * Sends spoiled requests to every route of an application for a time, and fails with the first
 * twenty kinds of answers that no client should get. The case with number n is made from seed and n
 * alone.
 */
final class Fuzzer {

  /**
   * Each build sends the same requests, so that it does not fail by chance; {@code
   * -Dadk.fuzz.seed=} sends others or replays a run.
   */
  static final long SEED = Long.getLong("adk.fuzz.seed", 2_422_435_343_936L);

  private static final int WORKERS = 4;
  private static final int MOST_FAULTS = 20;
  private static final int PATIENCE = 30_000;

  /** Of a full heap, what an attack may leave behind; what other tests keep is not its own. */
  private static final double MOST_GROWTH = 0.25;

  private final int port;
  private final List<Seed> seeds;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong slowest = new AtomicLong();
  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
  private final Set<String> found = ConcurrentHashMap.newKeySet();
  private final Map<String, FuzzRequest> latest = new ConcurrentHashMap<>();
  private final Map<String, Map<String, LongAdder>> tally = new ConcurrentHashMap<>();

  private Fuzzer(int port, List<Seed> seeds) {
    this.port = port;
    this.seeds = seeds;
  }

  /** Runs, and prints how often each route gave which kind of answer. */
  static void run(ApplicationContext application, int port, List<Seed> seeds, Duration time)
      throws Exception {
    assertThat(seeds.stream().map(Seed::route))
        .as("every route needs a seed, and every seed a route")
        .containsExactlyInAnyOrderElementsOf(Routes.of(application));
    Fuzzer fuzzer = new Fuzzer(port, seeds);
    System.out.printf("fuzzing with -Dadk.fuzz.seed=%d for %s%n", SEED, time);
    try (LogTrap log = LogTrap.set()) {
      fuzzer.rightRequestsAreTaken();
      long before = heapInUse();
      fuzzer.attack(time);
      fuzzer.report();
      assertThat(fuzzer.faults).as("seed %d", SEED).isEmpty();
      fuzzer.rightRequestsAreTaken();
      assertThat(log.caught()).as("seed %d", SEED).isEmpty();
      fuzzer.everyRouteAnsweredBothWays();
      heapIsFree(before);
    }
  }

  private void rightRequestsAreTaken() throws Exception {
    for (Seed seed : seeds) {
      FuzzRequest request = fresh(seed);
      FuzzAnswer answer = FuzzAnswer.to(request, port, PATIENCE);
      assertThat(answer.status())
          .as("%s%n%s%n%s", seed.route(), request, answer.body())
          .isBetween(200, 299);
      count(seed, "2xx");
    }
  }

  private void attack(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    try (ExecutorService workers = Executors.newFixedThreadPool(WORKERS)) {
      for (int i = 0; i < WORKERS; i++) {
        workers.execute(
            () -> {
              while (System.nanoTime() < end && faults.size() < MOST_FAULTS) {
                attack(next.getAndIncrement());
              }
            });
      }
      workers.shutdown();
      assertThat(workers.awaitTermination(time.toSeconds() + 120, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void attack(long number) {
    RandomGenerator random = new SplittableRandom(SEED * 1_000_003 + number);
    Seed seed = Texts.one(random, seeds);
    boolean right = random.nextInt(10) == 0;
    FuzzRequest request;
    try {
      request = right || random.nextInt(20) == 0 ? fresh(seed) : latest.get(seed.route()).copy();
    } catch (Exception e) {
      faults.add("case %d: %s cannot be prepared: %s".formatted(number, seed.route(), e));
      return;
    }
    judge(number, seed, right ? request : new RequestSpoiler(random).spoil(request));
  }

  /** What it names is there; that of older ones may have been settled or erased. */
  private FuzzRequest fresh(Seed seed) throws Exception {
    FuzzRequest request = seed.valid().call();
    latest.put(seed.route(), request.copy());
    return request;
  }

  private void judge(long number, Seed seed, FuzzRequest request) {
    try {
      FuzzAnswer answer = FuzzAnswer.to(request, port, PATIENCE);
      slowest.accumulateAndGet(answer.millis(), Math::max);
      boolean elsewhere = request.spoiled.contains(FuzzRequest.Spoiled.TARGET);
      if (!elsewhere || answer.status() >= 400) {
        count(seed, kind(answer.status()));
      }
      String fault = Judge.fault(seed, request, answer);
      if (fault != null && found.add(seed.route() + fault + answer.status())) {
        faults.add(
            "case %d, %s: %s%n%s%n--> %d %s %s"
                .formatted(
                    number,
                    seed.route(),
                    fault,
                    request,
                    answer.status(),
                    answer.type(),
                    answer.body()));
      }
    } catch (SocketTimeoutException e) {
      faults.add("case %d, %s: hangs%n%s".formatted(number, seed.route(), request));
    } catch (IOException e) {
      faults.add("case %d, %s: %s%n%s".formatted(number, seed.route(), e, request));
    }
  }

  private static String kind(int status) {
    return switch (status) {
      case 0 -> "no answer";
      case 501, 505 -> "no request";
      default -> status / 100 + "xx";
    };
  }

  private void count(Seed seed, String kind) {
    tally
        .computeIfAbsent(seed.route(), route -> new ConcurrentHashMap<>())
        .computeIfAbsent(kind, status -> new LongAdder())
        .increment();
  }

  private void report() {
    System.out.printf("%d requests, slowest %d ms%n", next.get(), slowest.get());
    new TreeMap<>(tally)
        .forEach((route, kinds) -> System.out.printf("  %s %s%n", route, new TreeMap<>(kinds)));
  }

  /** Else a route was only said to be attacked. */
  private void everyRouteAnsweredBothWays() {
    assertThat(tally)
        .allSatisfy((route, kinds) -> assertThat(kinds).as(route).containsKeys("2xx", "4xx"));
  }

  private static void heapIsFree(long before) {
    long used = heapInUse();
    long most = Runtime.getRuntime().maxMemory();
    System.out.printf("heap in use: %d, then %d of %d MB%n", before >> 20, used >> 20, most >> 20);
    assertThat((double) (used - before) / most).isLessThan(MOST_GROWTH);
  }

  private static long heapInUse() {
    Runtime runtime = Runtime.getRuntime();
    runtime.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
