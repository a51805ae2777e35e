package dev.adk4j.fuzz;

import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A right request for a route.
 *
 * @param route as {@link Routes} names it
 * @param valid makes one that is answered with 2xx
 * @param raced further statuses that a right request may get while others are served
 * @param coded whether every error has a code, which the library and the sample promise for their
 *     own endpoints
 */
record Seed(String route, Callable<FuzzRequest> valid, Set<Integer> raced, boolean coded) {

  static Seed of(String route, Callable<FuzzRequest> valid, Integer... raced) {
    return new Seed(route, valid, Set.of(raced), true);
  }

  /** Of an application's own controller over the library. */
  static Seed ofApplication(String route, Callable<FuzzRequest> valid, Integer... raced) {
    return new Seed(route, valid, Set.of(raced), false);
  }
}
