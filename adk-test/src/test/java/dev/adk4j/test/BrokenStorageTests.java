package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The kit finds what is wrong with a storage: each fault is caught by the rule about it. */
class BrokenStorageTests {

  @AfterEach
  void repair() {
    FaultyStorage.fault = Fault.none();
    FaultyStorage.numberStep = 1;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource
  void theRuleFails(String what, String rule, Fault fault) {
    run(rule).assertStatistics(s -> s.failed(0).aborted(0));
    FaultyStorage.fault = fault;
    assertThat(run(rule).failed().count()).as("failures of %s", rule).isPositive();
  }

  static Stream<Arguments> theRuleFails() {
    return Stream.of(
        fault(
            "sorts by time", "recordsComeInTheOrderTheyWereStored", Fault.fetching(Faults::byTime)),
        fault("sorts by id", "deletingDoesNotReorder", Fault.fetching(Faults::byId)),
        fault(
            "newest first",
            "recordsComeInTheOrderTheyWereStored",
            Fault.fetching(Faults::reversed)),
        fault(
            "fetches a page only",
            "randomRecordsComeBackEqual",
            Fault.fetching(l -> l.subList(0, Math.min(l.size(), 50)))),
        fault(
            "fetches from a foreign tenant",
            "foreignRecordsAreNotFetched",
            Fault.inScope(s -> s.withTenant("t"))),
        fault(
            "one tenant for all", "aForeignIdIsFreeToStore", Fault.inScope(s -> s.withTenant("t"))),
        fault(
            "deletes in a foreign tenant",
            "deletingAForeignIdChangesNothing",
            Fault.inScope(s -> s.withTenant("t"))),
        fault(
            "mutates in a foreign tenant",
            "mutatingAForeignId",
            Fault.inScope(s -> s.withTenant("t"))),
        fault(
            "one conversation for all",
            "foreignRecordsAreNotFetched",
            Fault.inScope(s -> s.withConversation("c"))),
        fault(
            "one subject for all",
            "foreignRecordsAreNotFetched",
            Fault.inScope(s -> s.withSubject("s"))),
        fault(
            "subject owns all", "theOtherPartOfTheScopeDoesNotMatter", Fault.inScope(Faults::both)),
        fault("glues the key", "thePartsOfAScopeAreNotGluedTogether", Fault.inScope(Faults::glued)),
        fault("folds the scope's case", "scopesAreTakenLiterally", Fault.inScope(Faults::lower)),
        fault(
            "one subject for all",
            "anotherSubjectHasItsOwn",
            Fault.inScope(s -> s.withSubject("s"))),
        fault("invents an owner", "aRecordNeedsItsOwner", Fault.inScope(Faults::completed)),
        fault(
            "invents a subject",
            "aStandingInstructionNeedsASubject",
            Fault.inScope(Faults::completed)),
        fault("invents a conversation", "bytesNeedAConversation", Fault.inScope(Faults::completed)),
        fault("needs everything", "recordNeedsOnlyItsOwner", Faults::greedy),
        fault("store overwrites", "storingADifferentRecord", Fault.in("store", Faults::overwrite)),
        fault("store ignores", "storingADifferentRecord", Faults::swallow),
        fault("store ignores", "storesOneOfSeveralRecordsWithOneId", Faults::swallow),
        fault("wrong code", "storingADifferentRecord", Faults::wrongCode),
        fault("a retry conflicts", "storingTheSameRecordAgain", Fault.in("store", Faults::strict)),
        fault("forgets", "aStoredRecordIsFetched", Fault.in("store", Faults::forget)),
        fault(
            "mutate moves",
            "mutatingReplacesTheRecordInItsPlace",
            Fault.in("mutate", Faults::move)),
        fault("mutate moves", "mutatingDoesNotMoveARecord", Fault.in("mutate", Faults::move)),
        fault("mutate does not add", "mutatingAnUnknownIdStores", Fault.in("mutate", call -> null)),
        fault("mutate does nothing", "mutatingTwiceKeepsTheLast", Fault.in("mutate", call -> null)),
        fault(
            "delete does nothing",
            "deletingRemovesThatRecordOnly",
            Fault.in("delete", call -> null)),
        fault(
            "delete takes all",
            "deletingRemovesThatRecordOnly",
            Fault.in("delete", Faults::deleteAll)),
        fault(
            "delete insists",
            "deletingAnUnknownIdChangesNothing",
            Fault.in("delete", Faults::insist)),
        fault("trims ids", "idsAreTakenLiterally", Fault.writing(Memory.class, Faults::trimmed)),
        fault(
            "strips text",
            "everyCharacterSurvives",
            Fault.writing(Message.class, m -> Faults.text(m, t -> t.strip()))),
        fault(
            "drops NUL",
            "everyCharacterSurvives",
            Fault.writing(Message.class, m -> Faults.text(m, Faults::nul))),
        fault(
            "replaces surrogates",
            "everyCharacterSurvives",
            Fault.writing(Memory.class, Faults::utf8)),
        fault(
            "cuts text",
            "aMegabyteOfTextSurvives",
            Fault.writing(Message.class, m -> Faults.text(m, t -> t.substring(0, 9)))),
        fault(
            "whole seconds",
            "randomRecordsComeBackEqual",
            Fault.writing(Message.class, Faults::seconds)),
        fault(
            "keys are text",
            "anIdentityKeepsItsKeysType",
            Fault.writing(Message.class, Faults::textKey)),
        fault(
            "sorts keys",
            "argumentsAndPayloadsKeep",
            Fault.writing(ToolCall.class, Faults::sortedKeys)),
        fault(
            "payload is lost",
            "aPayloadMayBeAnyJson",
            Fault.writing(Thought.class, Faults::noPayload)),
        fault("float scores", "scoresKeepEveryDigit", Fault.writing(Memory.class, Faults::floats)),
        fault(
            "always lists",
            "everyFormOfResultsSurvives",
            Fault.writing(ToolCall.class, Faults::listed)),
        fault(
            "plain artifacts",
            "aFetchedJsonArtifact",
            Fault.writing(Retrievable.class, Faults::plain)),
        fault(
            "no attachments",
            "absentFieldsStayAbsent",
            Fault.writing(Message.class, Faults::detached)),
        fault("keeps the instance", "changingAFetchedText", Faults.remembering()),
        fault("keeps the instance", "changingAStoredText", Faults.remembering()),
        fault(
            "instructions by identity",
            "anInstructionIsDeletedByItsText",
            Fault.in("deleteStanding", call -> null)),
        fault("tenant's last", "theTenantsInstructionsComeFirst", Fault.fetching(Faults::reversed)),
        fault("opens twice", "aStreamIsDrainedAndClosedOnce", Faults::twice),
        fault("does not close", "aStreamIsDrainedAndClosedOnce", Faults::leaveOpen),
        fault("keeps the first bytes", "theSameIdReplaces", Faults.firstBytes()),
        fault(
            "replaces bytes at once",
            "unreferencedBytesChangeNoStoredRecord",
            Faults.bytesAtOnce()),
        fault(
            "replaces bytes of a failed unit",
            "bytesOfAFailedUnitChangeNoStoredRecord",
            Faults.bytesAtOnce()),
        fault("keeps the bytes that were there", "storedRecordKeepsItsBytes", Faults.firstBytes()),
        fault("one store of bytes", "anotherConversationsIdIsFree", Faults.firstBytes()),
        fault("looks, then stores", "storesOneOfSeveralRecordsWithOneId", Faults.checkThenAct()),
        fault("rewrites the list", "everyRecordOfManyWritersIsStoredOnce", Faults.lostUpdate()),
        fault("deletes, then stores", "mutatingByManyLeavesOne", Faults.deleteThenStore()),
        fault(
            "no rollback",
            "aFailedUnitLeavesEverything",
            Fault.in("unitOfWork", call -> Faults.open())),
        fault(
            "no rollback",
            "aConflictTakesTheWholeUnitBack",
            Fault.in("unitOfWork", call -> Faults.open())),
        fault(
            "no rollback",
            "anErrorTakesAUnitBackToo",
            Fault.in("unitOfWork", call -> Faults.open())),
        fault(
            "no rollback",
            "concurrentUnitsDoNotDisturb",
            Fault.in("unitOfWork", call -> Faults.open())),
        fault(
            "wraps the failure",
            "aFailedUnitLeavesEverything",
            Fault.in("unitOfWork", Faults::wrapping)));
  }

  @Test
  void aGapInTheNumbersIsFound() {
    FaultyStorage.numberStep = 2;
    assertThat(run("numbersRecordsOfAllKinds").failed().count()).isEqualTo(1);
    assertThat(run("numbersOfManyWriters").failed().count()).isEqualTo(1);
  }

  @Test
  void discardKitFailsForAStoringStorage() {
    assertThat(run(FaultyDiscard.class, "recordsAreAcceptedAndForgotten").failed().count())
        .isEqualTo(5);
    assertThat(run(FaultyDiscard.class, "standingInstructionsAreAccepted").failed().count())
        .isEqualTo(1);
  }

  private static Arguments fault(String what, String rule, Fault fault) {
    return Arguments.of(what, rule, fault);
  }

  private static Events run(String rule) {
    return run(FaultyStorage.class, rule);
  }

  /** Runs the one rule that is called so, or else whose name alone begins so. */
  private static Events run(Class<?> tests, String rule) {
    List<Method> methods =
        Stream.of(tests.getMethods()).filter(m -> m.getName().startsWith(rule)).toList();
    // the order in which methods come is not the same each time
    Method method =
        methods.stream()
            .filter(m -> m.getName().equals(rule) || methods.size() == 1)
            .findFirst()
            .orElseThrow(() -> new AssertionError(rule + " is not one rule but " + methods));
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(tests, method.getName(), method.getParameterTypes()))
        .execute()
        .testEvents();
  }
}
