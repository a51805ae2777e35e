package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.stored.GateService;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Person or program that settles a gate, as named by the record of the decision. The actor comes
 * from the code that authenticated it, never from a model or a request's body.
 *
 * @param name name in the record; null if no user was authenticated
 * @param tenant the only tenant whose gates exist for the actor; null for an operator of all
 *     tenants
 * @param authorities the actor's rights, as the security framework names them
 * @param channel channel of the decision, such as {@code http}
 */
public record GateActor(
    @Nullable String name, @Nullable String tenant, SortedSet<String> authorities, String channel) {

  /** Channel of application code that holds the live gate. */
  public static final String IN_PROCESS = "in-process";

  /** Channel of a call of {@link GateService#settle}. */
  public static final String BEAN = "bean";

  /** Channel of the turn itself: its abort, a timeout, an interrupt. */
  public static final String TURN = "turn";

  public GateActor {
    new Violations()
        .optionalText(name, "$.name")
        .optionalText(tenant, "$.tenant")
        .requiredText(channel, "$.channel")
        .noNulls(authorities, "$.authorities")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    authorities = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(authorities));
  }

  /** Returns an actor of one tenant with the channel {@link #BEAN}. */
  public static GateActor of(String name, String tenant, String... authorities) {
    return of(name, tenant, java.util.List.of(authorities), BEAN);
  }

  public static GateActor of(
      @Nullable String name,
      @Nullable String tenant,
      Collection<String> authorities,
      String channel) {
    return new GateActor(name, tenant, new TreeSet<>(authorities), channel);
  }

  /** Returns an actor that is not a person: the code that holds the gate, or its turn. */
  public static GateActor process(String channel) {
    return new GateActor(null, null, new TreeSet<>(), channel);
  }

  public GateActor withChannel(String channel) {
    return new GateActor(name, tenant, authorities, channel);
  }
}
