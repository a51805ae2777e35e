package dev.adk4j.test;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a broken storage does instead of what it should. */
@FunctionalInterface
interface Fault {

  /** One call of one of the 26 callbacks. */
  @Nullable Object call(Call call) throws Throwable;

  /** A storage that is right but for this. */
  default PersistentStorage over(InMemoryStorageAdapter real) {
    return (PersistentStorage)
        Proxy.newProxyInstance(
            Fault.class.getClassLoader(),
            new Class<?>[] {PersistentStorage.class},
            (proxy, method, args) ->
                call(new Call(real, method, args == null ? new Object[0] : args)));
  }

  static Fault none() {
    return Call::proceed;
  }

  /** Changes what is stored or mutated, where it is of that type. */
  static <T> Fault writing(Class<T> type, UnaryOperator<T> change) {
    return call ->
        call.args().length == 2
                && type.isInstance(call.args()[1])
                && !call.name().startsWith("delete")
            ? call.with(change.apply(type.cast(call.args()[1])))
            : call.proceed();
  }

  /** Changes what is fetched. */
  static Fault fetching(UnaryOperator<List<Object>> change) {
    return call ->
        call.proceed() instanceof List<?> fetched
            ? change.apply(new ArrayList<Object>(fetched))
            : call.proceed();
  }

  /** Looks at another scope than the context's. */
  static Fault inScope(UnaryOperator<Scope> change) {
    return call -> {
      if (!(call.args().length > 0 && call.args()[0] instanceof AgentContext ctx)) {
        return call.proceed();
      }
      call.args()[0] = AgentContexts.forScope(change.apply(ctx.scope()));
      return call.proceed();
    };
  }

  /** Does something else in the callbacks whose name begins so. */
  static Fault in(String prefix, Fault instead) {
    return call -> call.name().startsWith(prefix) ? instead.call(call) : call.proceed();
  }

  record Call(InMemoryStorageAdapter real, Method method, Object[] args) {

    String name() {
      return method.getName();
    }

    AgentContext ctx() {
      return (AgentContext) args[0];
    }

    @Nullable Object proceed() throws Throwable {
      try {
        return method.invoke(real, args);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    /** The same call with another second argument. */
    @Nullable Object with(Object argument) throws Throwable {
      return new Call(real, method, new Object[] {args[0], argument}).proceed();
    }

    /**
     * The same arguments given to {@code storeMessage} instead of {@code mutateMessage}, for
     * example.
     */
    @Nullable Object as(String verb) throws Throwable {
      String kind = name().replaceFirst("^(store|mutate|delete)", "");
      for (Method other : PersistentStorage.class.getMethods()) {
        if (other.getName().equals(verb + kind)) {
          return new Call(real, other, args).proceed();
        }
      }
      throw new AssertionError("no " + verb + kind);
    }
  }
}
