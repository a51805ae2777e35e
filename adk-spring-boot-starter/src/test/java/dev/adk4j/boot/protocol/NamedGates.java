package dev.adk4j.boot.protocol;

import dev.adk4j.stored.TurnStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Names the gates of a store {@code gate-1}, {@code gate-2}, and so on. */
final class NamedGates {

  private final AtomicInteger opened = new AtomicInteger();

  TurnStore over(TurnStore store) {
    return (TurnStore)
        Proxy.newProxyInstance(
            NamedGates.class.getClassLoader(),
            new Class<?>[] {TurnStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("openGate")) {
                args[0] = named((TurnStore.Opening) args[0], opened.incrementAndGet());
              }
              if (method.getName().equals("save")) {
                Map<String, TurnStore.Opening> named = new LinkedHashMap<>();
                ((Map<?, ?>) args[1])
                    .forEach(
                        (call, opening) ->
                            named.put(
                                (String) call,
                                named((TurnStore.Opening) opening, opened.incrementAndGet())));
                args[1] = named;
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static TurnStore.Opening named(TurnStore.Opening given, int number) {
    return new TurnStore.Opening(
        "gate-" + number,
        given.scope(),
        given.turnId(),
        given.gateId(),
        given.key(),
        given.reason(),
        given.payload(),
        given.hasSchema(),
        given.tool(),
        given.checksum(),
        given.toolCallId(),
        given.timeout(),
        given.node());
  }
}
