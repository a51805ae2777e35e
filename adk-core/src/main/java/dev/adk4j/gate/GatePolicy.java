package dev.adk4j.gate;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Authorities by the reason of a gate, and nobody in their own cause: whoever a turn works for may
 * not settle its gates unless that is allowed. Immutable.
 */
public final class GatePolicy implements GateAuthorizer {

  private final Map<String, Set<String>> required;
  private final boolean ownSubject;

  private GatePolicy(Map<String, Set<String>> required, boolean ownSubject) {
    this.required = required;
    this.ownSubject = ownSubject;
  }

  /** Requires no authorities. */
  public static GatePolicy strict() {
    return new GatePolicy(Map.of(), false);
  }

  /** The same, but for gates of that reason all these authorities are required. */
  public GatePolicy require(String reason, Set<String> authorities) {
    Map<String, Set<String>> more = new TreeMap<>(required);
    more.put(reason, Set.copyOf(authorities));
    return new GatePolicy(more, ownSubject);
  }

  /** The same, but the turn's own subject may decide too. */
  public GatePolicy allowOwnSubject() {
    return new GatePolicy(required, true);
  }

  @Override
  public GateAuthorization authorize(GateActor actor, GateRecord gate) {
    String subject = gate.scope().subject();
    if (!ownSubject && subject != null && subject.equals(actor.name())) {
      return GateAuthorization.refuse("The turn works for the one who wants to settle its gate.");
    }
    Set<String> missing = new TreeSet<>(required.getOrDefault(gate.reason(), Set.of()));
    missing.removeAll(actor.authorities());
    return missing.isEmpty()
        ? GateAuthorization.grant()
        : GateAuthorization.refuse(
            "Gates of reason '"
                + gate.reason()
                + "' require the authorities "
                + String.join(", ", missing)
                + ".");
  }
}
