package dev.adk4j.gate;

import dev.adk4j.internal.NoJsonForm;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers gates and every attempt to settle one. For the {@link GateDesk}: applications settle
 * there, so that the schema and the rights are looked at. All processes on one store see the same
 * gates; of several settlements the store lets exactly one win. Times are the store's own.
 *
 * <p>A gate's key is unique among the undecided ones of a tenant's conversation.
 *
 * <p>Thread-safe. Fails with {@code E_STORAGE_UNAVAILABLE} while it can not be reached; then
 * nothing, or in the case of a lost answer everything, was done.
 */
@NoJsonForm
public interface GateStore {

  /** How many of a gate's refused attempts are kept; and as many of those from other tenants. */
  int REFUSALS_KEPT = 100;

  /**
   * Opens a gate. Under a key whose gate is undecided, takes that one over for the opening's turn
   * and node. Under a key that was decided, gives the decision back where it can still be used: a
   * resolved one that started no tool and whose value is known, and a rejected one that no waiter
   * ever got. Otherwise opens a new gate which names the earlier one.
   */
  OpenedGate open(GateOpening opening);

  /**
   * Settles an open gate. Where it is not open, or its time is over, the attempt is recorded as
   * refused; an overdue gate is settled as timed out by it.
   *
   * @throws dev.adk4j.error.AdkException {@code E_GATE_NOT_FOUND}
   */
  SettleResult settle(GateSettlement settlement);

  /** Accepts a provisional decision; false where it is not the gate's any more. */
  boolean confirm(String tenant, String ref, String decisionId, boolean edited);

  /**
   * Refuses the gate's decision as invalid, forgets its value, and opens the gate again for the
   * node; false where it is not the gate's any more.
   *
   * @param detail what is wrong with the value; content
   */
  boolean reopen(String tenant, String ref, String decisionId, String detail, String node);

  /**
   * Counts an attempt that changed nothing and keeps it, without value and comment, as one of the
   * newest {@value #REFUSALS_KEPT}; older ones are dropped. {@link GateRefusal#FOREIGN_TENANT} is
   * counted and kept apart.
   *
   * @param detail what was wrong; content
   */
  void refuse(GateSettlement attempt, GateRefusal refusal, @Nullable String detail);

  /** Settles the gate as timed out where its time is over; then, or else, gives it as it is. */
  Optional<GateRecord> expire(String tenant, String ref);

  /** Notes that the waiter has the decision; from then on, a store without content forgets it. */
  void delivered(String tenant, String ref);

  /**
   * The gate of that name.
   *
   * @param tenant null for whatever tenant it belongs to
   */
  Optional<GateRecord> find(@Nullable String tenant, String ref);

  /**
   * The newest one that a turn asked for under that name.
   *
   * @param tenant null for all tenants
   */
  Optional<GateRecord> find(@Nullable String tenant, String turnId, String gateId);

  List<GateRecord> list(GateQuery query);

  /**
   * A page of the attempts to settle the gate, oldest first: the decision that counts and the
   * refused ones that are kept.
   *
   * @param foreign true for attempts from other tenants alone, which are for operators only; false
   *     for all others
   * @param after the {@link GateDecisionRecord#id()} of the last one seen; null for the first page
   * @param limit 1 or more
   */
  List<GateDecisionRecord> decisions(
      String tenant, String ref, boolean foreign, @Nullable String after, int limit);

  Optional<GateDecisionRecord> decision(String tenant, String decisionId);

  /**
   * Notes that the accepted decision starts its tool, durably before this returns; false where it
   * did so before, or does not count.
   */
  boolean begin(String tenant, String decisionId, String tool, String digest, String node);

  /** Notes how the started tool ended. */
  void end(String tenant, String decisionId, ToolRun.Outcome outcome);

  /** Says that the node lives; where it falls silent, its gates are orphaned. */
  void beat(String node);

  /**
   * Settles overdue gates whose node is gone, and notes unknown outcomes of tools whose node is;
   * returns how many.
   *
   * @param tenant null for all tenants
   */
  int sweep(@Nullable String tenant);

  GateCounts counts();

  GateWatch watch(GateWatcher watcher);
}
