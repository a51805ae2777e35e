package dev.adk4j.harness;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.value.RecordSet;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A dispatch context with what tools need, and nothing else: any other method fails. */
public final class FakeDispatch implements InvocationHandler {

  public static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  public final ToolRegistry tools = new ToolRegistry();
  public final AbortController abort = new AbortController();
  public final List<Object> events = Collections.synchronizedList(new ArrayList<>());
  public final List<ToolCall> stored = Collections.synchronizedList(new ArrayList<>());
  public final RecordSet<ToolCall> turnToolCalls = RecordSet.ofRecords(ToolCall::id);
  public ByteStore<SpoolReader> spoolStore = InMemoryByteStore.ofTexts();
  public Instrumentation instrumentation = Instrumentation.NONE;
  private final List<Runnable> ackHandlers = new ArrayList<>();

  private final DispatchContext context =
      (DispatchContext)
          Proxy.newProxyInstance(
              FakeDispatch.class.getClassLoader(), new Class<?>[] {DispatchContext.class}, this);

  public DispatchContext context() {
    return context;
  }

  /** Calls the handlers, as an acknowledged dispatch does. */
  public void ack() {
    List.copyOf(ackHandlers).forEach(Runnable::run);
  }

  /** Records reports as events. */
  public DispatchExecutorHelpers helpers() {
    return (DispatchExecutorHelpers)
        Proxy.newProxyInstance(
            FakeDispatch.class.getClassLoader(),
            new Class<?>[] {DispatchExecutorHelpers.class},
            (proxy, method, args) -> {
              if (!method.getName().equals("reportToolCall")) {
                throw new UnsupportedOperationException(method.getName());
              }
              events.add(
                  new Report((String) args[0], (DispatchExecutorHelpers.ToolCallReport) args[1]));
              return null;
            });
  }

  public List<Report> reports() {
    return events.stream().filter(Report.class::isInstance).map(Report.class::cast).toList();
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] args) {
    return switch (method.getName()) {
      case "id", "turnId" -> "turn-1";
      case "scope" -> new Scope("acme", "ann", "c1");
      case "abortSignal" -> signal();
      case "aborted" -> signal().aborted();
      case "tools" -> tools;
      case "turnToolCalls" -> turnToolCalls;
      case "spoolStore" -> spoolStore;
      case "clock" -> InstantSource.fixed(NOW);
      case "instrumentation" -> instrumentation;
      case "onAck" -> onAck((Runnable) args[0]);
      case "storeToolCall" -> {
        stored.add((ToolCall) args[0]);
        turnToolCalls.add((ToolCall) args[0]);
        yield null;
      }
      case "emitToolExecutionStart" -> events.add((ToolExecutionStart) args[0]) ? null : null;
      case "emitToolExecutionEnd" -> events.add((ToolExecutionEnd) args[0]) ? null : null;
      case "toString" -> "FakeDispatch";
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == args[0];
      case "parksApprovals" -> false;
      case "journal" -> java.util.Optional.empty();
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private AbortSignal signal() {
    return abort.signal();
  }

  private Subscription onAck(Runnable handler) {
    ackHandlers.add(handler);
    return () -> ackHandlers.remove(handler);
  }

  /** What was reported about a call. */
  public record Report(String id, DispatchExecutorHelpers.ToolCallReport report) {}
}
