package dev.adk4j.boot.jdbc;

import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ConversationSummary;
import dev.adk4j.jdbc.ErasureGuard;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Stops the turns of this node in the erased scopes, blocks new ones meanwhile, and erases the
 * events that are held for clients. Fails if a turn does not stop.
 */
record NodeErasure(
    ObjectProvider<OpenTurns> turns, ObjectProvider<TurnEvents> events, Duration stopTimeout)
    implements ErasureGuard {

  private static final String REASON = "The data of the turn is being erased.";

  @Override
  public ErasureReport around(
      AdkStorageAdmin admin, ErasureTarget target, Supplier<ErasureReport> erasure) {
    return switch (target) {
      case ErasureTarget.Conversation(String tenant, String conversation) ->
          stopped(in(tenant, Set.of(conversation)), erasure);
      case ErasureTarget.Subject subject -> stopped(of(subject, admin), erasure);
      case ErasureTarget.Tenant(String tenant) ->
          stopped(scope -> scope.tenant().equals(tenant), erasure);
      // No record was stored since: a turn that runs now belongs to data that stays.
      case ErasureTarget.OlderThan(String tenant, Instant before) ->
          forgetting(scope -> tenant == null || scope.tenant().equals(tenant), before, erasure);
    };
  }

  private ErasureReport stopped(Predicate<Scope> scopes, Supplier<ErasureReport> erasure) {
    OpenTurns open = turns.getIfAvailable();
    if (open == null) {
      return forgetting(scopes, null, erasure);
    }
    try (OpenTurns.Refusal refusal = open.refuse(scopes, REASON)) {
      if (!refusal.awaitNone(stopTimeout)) {
        throw stillRuns(
            open.all().stream()
                .filter(turn -> scopes.test(turn.scope()))
                .map(TurnContext::id)
                .collect(Collectors.joining(", ")),
            null);
      }
      return forgetting(scopes, null, erasure);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stillRuns("unknown, because the wait was interrupted", e);
    }
  }

  /** Also runs if the erasure fails, because a part of it may be complete. */
  private ErasureReport forgetting(
      Predicate<Scope> scopes, @Nullable Instant endedBefore, Supplier<ErasureReport> erasure) {
    try {
      return erasure.get();
    } finally {
      events.stream().forEach(all -> all.erase(scopes, endedBefore));
    }
  }

  private static Predicate<Scope> in(String tenant, Set<String> conversations) {
    return scope ->
        scope.tenant().equals(tenant)
            && scope.conversation() != null
            && (conversations.contains(scope.conversation())
                || conversations.contains(scope.outermost().conversation()));
  }

  /**
   * Matches the turns of the subject and the turns of other subjects in conversations that the
   * subject began.
   */
  private Predicate<Scope> of(ErasureTarget.Subject subject, AdkStorageAdmin admin) {
    Set<String> begun =
        scopesHere()
            .filter(scope -> scope.tenant().equals(subject.tenant()))
            .map(Scope::conversation)
            .flatMap(Stream::ofNullable)
            .distinct()
            .filter(conversation -> began(subject, conversation, admin))
            .collect(Collectors.toSet());
    return in(subject.tenant(), begun)
        .or(
            scope ->
                scope.tenant().equals(subject.tenant())
                    && subject.subject().equals(scope.subject()));
  }

  private Stream<Scope> scopesHere() {
    Stream<Scope> open =
        Optional.ofNullable(turns.getIfAvailable()).stream()
            .flatMap(all -> all.all().stream())
            .map(TurnContext::scope);
    Stream<Scope> held = events.stream().flatMap(all -> all.scopes().stream());
    return Stream.concat(open, held);
  }

  private static boolean began(
      ErasureTarget.Subject subject, String conversation, AdkStorageAdmin admin) {
    return admin
        .conversation(subject.tenant(), conversation)
        .map(ConversationSummary::subject)
        .filter(subject.subject()::equals)
        .isPresent();
  }

  private static AdkException stillRuns(String turns, @Nullable Throwable cause) {
    return AdkException.of(AdkErrorCode.E_ERASURE_TURNS_RUN)
        .message("Turns are still running in the scopes to erase: " + turns + ".")
        .args(turns)
        .cause(cause)
        .build();
  }
}
