package dev.adk4j.gate;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Requires authorities by the reason of a gate. The subject a turn works for may not settle its
 * gates unless that is allowed. Immutable.
 */
public final class GatePolicy implements GateAuthorizer {

  private final Map<String, Set<String>> required;
  private final boolean ownSubject;

  private GatePolicy(Map<String, Set<String>> required, boolean ownSubject) {
    this.required = required;
    this.ownSubject = ownSubject;
  }

  /** Returns a policy that requires no authorities. */
  public static GatePolicy strict() {
    return new GatePolicy(Map.of(), false);
  }

  /** Returns a policy that also requires all these authorities for gates of that reason. */
  public GatePolicy require(String reason, Set<String> authorities) {
    Map<String, Set<String>> more = new TreeMap<>(required);
    more.put(reason, Set.copyOf(authorities));
    return new GatePolicy(more, ownSubject);
  }

  /** Returns a policy that also lets the turn's own subject decide. */
  public GatePolicy allowOwnSubject() {
    return new GatePolicy(required, true);
  }

  @Override
  public Answer authorize(GateActor actor, GateRecord gate) {
    String subject = gate.scope().subject();
    if (!ownSubject && subject != null && subject.equals(actor.name())) {
      return Answer.refuse("The turn works for the one who wants to settle its gate.");
    }
    Set<String> missing = new TreeSet<>(required.getOrDefault(gate.reason(), Set.of()));
    missing.removeAll(actor.authorities());
    return missing.isEmpty()
        ? Answer.grant()
        : Answer.refuse(
            "Gates of reason '"
                + gate.reason()
                + "' require the authorities "
                + String.join(", ", missing)
                + ".");
  }
}
