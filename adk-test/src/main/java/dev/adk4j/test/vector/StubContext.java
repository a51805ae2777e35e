package dev.adk4j.test.vector;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Scope;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.List;

/** Context with messages, scope and time only; its other methods throw. */
final class StubContext {

  private StubContext() {}

  static AgentContext of(List<Message> messages) {
    return (AgentContext)
        Proxy.newProxyInstance(
            AgentContext.class.getClassLoader(),
            new Class<?>[] {AgentContext.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "fetchMessages" -> messages;
                  case "clock" -> Clock.systemUTC();
                  case "scope" -> Scope.DEFAULT;
                  case "id", "turnId" -> "turn";
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == args[0];
                  case "toString" -> "StubContext";
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
