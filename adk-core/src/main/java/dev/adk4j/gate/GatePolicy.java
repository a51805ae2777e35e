package dev.adk4j.gate;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Requires authorities by the reason of a gate. The subject of a turn may not settle its gates
 * unless that is allowed. Gates of reason {@link #CONFIRMATION}, however, are settled by that
 * subject alone. Gates of these two reasons may name one more required authority after a colon, as
 * in {@code tool_approval:ROLE_FINANCE}. Immutable.
 */
public final class GatePolicy implements GateAuthorizer {

  /** The reason of gates at which a user other than the turn's subject decides about a tool. */
  public static final String APPROVAL = "tool_approval";

  /** The reason of gates at which the turn's subject decides about a tool. */
  public static final String CONFIRMATION = "tool_confirmation";

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

  /** Returns a policy that also requires all these authorities for gates of this reason. */
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
    String reason = gate.reason();
    String kind = kind(reason);
    String subject = gate.scope().subject();
    boolean own = subject != null && subject.equals(actor.name());
    if (kind.equals(CONFIRMATION) && !own) {
      return Answer.refuse("Only the user the turn works for may confirm this.");
    }
    if (own && !ownSubject && !kind.equals(CONFIRMATION)) {
      return Answer.refuse("The turn works for the one who wants to settle its gate.");
    }
    Set<String> missing = new TreeSet<>(required.getOrDefault(kind, Set.of()));
    missing.addAll(required.getOrDefault(reason, Set.of()));
    if (!kind.equals(reason)) {
      missing.add(reason.substring(kind.length() + 1));
    }
    missing.removeAll(actor.authorities());
    return missing.isEmpty()
        ? Answer.grant()
        : Answer.refuse(
            "Gates of reason '"
                + reason
                + "' require the authorities "
                + String.join(", ", missing)
                + ".");
  }

  /** Returns the reason without the authority that it names. */
  private static String kind(String reason) {
    for (String kind : new String[] {APPROVAL, CONFIRMATION}) {
      if (reason.startsWith(kind + ":")) {
        return kind;
      }
    }
    return reason;
  }
}
