package dev.adk4j.jdbc;

import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Stores of turns and gates as the agents of tests have them. */
public final class Stores {

  private Stores() {}

  /** Of turns whose records are in that storage. */
  public static JdbcTurnStore turns(DataSource database, JdbcPersistentStorage storage) {
    return turns(database, storage, JdbcStorageOptions.DEFAULT, JdbcGateOptions.DEFAULT);
  }

  public static JdbcTurnStore turns(
      DataSource database,
      JdbcPersistentStorage storage,
      JdbcStorageOptions options,
      JdbcGateOptions gates) {
    return JdbcTurnStore.of(database, options, gates, storage.unitOfWork());
  }

  /** Everybody may decide. */
  public static GateService desk(TurnStore store) {
    return GateService.of(store, granting());
  }

  /** Everybody may decide, and the dead are known soon. */
  static GateService deskOfMortals(TurnStore store) {
    return GateService.of(store, granting().withHeartbeat(Duration.ofMillis(300)));
  }

  public static GateService.Options granting() {
    return GateService.Options.DEFAULT.withAuthorizer(
        (actor, gate) -> GateAuthorizer.Answer.grant());
  }

  /** A runner that knows what was said before. */
  public static TurnRunner.Builder runner(JdbcPersistentStorage storage, GateService desk) {
    return TurnRunner.builder()
        .persistentStorage(storage)
        .callback(FetchToolsCallback.class, ctx -> List.of())
        .gates(desk)
        .turnInputPipeline(
            List.of(HydrateTurn.builder().messages(100).toolCalls(100).build(), new AcceptInput()));
  }

  /** A store that tells the names of its methods, before they do anything. */
  static TurnStore telling(TurnStore store, Consumer<String> before) {
    return watched(store, (name, args) -> before.accept(name), (name, result) -> {});
  }

  /**
   * A store that is watched.
   *
   * @param before is told the name of a method and its arguments
   * @param after is told the name of a method and its result
   */
  public static TurnStore watched(
      TurnStore store, BiConsumer<String, Object[]> before, BiConsumer<String, Object> after) {
    return (TurnStore)
        Proxy.newProxyInstance(
            TurnStore.class.getClassLoader(),
            new Class<?>[] {TurnStore.class},
            (proxy, method, args) -> {
              before.accept(method.getName(), args);
              try {
                Object result = method.invoke(store, args);
                after.accept(method.getName(), result);
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
