package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.VectorBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends the process, as far as the store can tell. */
final class Kill extends Error {

  private static final Set<String> COUNTED =
      Set.of("search", "upsert", "delete", "createCollection", "hasCollection");

  /** A store whose process dies at that call, and is dead from then on. */
  static VectorBackend at(VectorBackend backend, int at) {
    AtomicInteger calls = new AtomicInteger();
    return (VectorBackend)
        Proxy.newProxyInstance(
            Kill.class.getClassLoader(),
            new Class<?>[] {VectorBackend.class},
            (proxy, method, args) -> {
              if (COUNTED.contains(method.getName()) && calls.incrementAndGet() >= at) {
                throw new Kill();
              }
              try {
                return method.invoke(backend, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
