package dev.adk4j.test;

import static dev.adk4j.test.Fault.fetching;
import static dev.adk4j.test.Fault.in;
import static dev.adk4j.test.Fault.inScope;
import static dev.adk4j.test.Fault.writing;
import static dev.adk4j.test.Faults.bytesAtOnce;
import static dev.adk4j.test.Faults.checkThenAct;
import static dev.adk4j.test.Faults.deleteThenStore;
import static dev.adk4j.test.Faults.firstBytes;
import static dev.adk4j.test.Faults.lostUpdate;
import static dev.adk4j.test.Faults.open;
import static dev.adk4j.test.Faults.remembering;
import static dev.adk4j.test.Faults.text;
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
        fault("sorts by time", "recordsComeInTheOrderTheyWereStored", fetching(Faults::byTime)),
        fault("sorts by id", "deletingDoesNotReorder", fetching(Faults::byId)),
        fault("newest first", "recordsComeInTheOrderTheyWereStored", fetching(Faults::reversed)),
        fault(
            "fetches a page only",
            "randomRecordsComeBackEqual",
            fetching(l -> l.subList(0, Math.min(l.size(), 50)))),
        fault(
            "fetches from a foreign tenant",
            "foreignRecordsAreNotFetched",
            inScope(s -> s.withTenant("t"))),
        fault("one tenant for all", "aForeignIdIsFreeToStore", inScope(s -> s.withTenant("t"))),
        fault(
            "deletes in a foreign tenant",
            "deletingAForeignIdChangesNothing",
            inScope(s -> s.withTenant("t"))),
        fault("mutates in a foreign tenant", "mutatingAForeignId", inScope(s -> s.withTenant("t"))),
        fault(
            "one conversation for all",
            "foreignRecordsAreNotFetched",
            inScope(s -> s.withConversation("c"))),
        fault(
            "one subject for all", "foreignRecordsAreNotFetched", inScope(s -> s.withSubject("s"))),
        fault("subject owns all", "theOtherPartOfTheScopeDoesNotMatter", inScope(Faults::both)),
        fault("glues the key", "thePartsOfAScopeAreNotGluedTogether", inScope(Faults::glued)),
        fault("folds the scope's case", "scopesAreTakenLiterally", inScope(Faults::lower)),
        fault("one subject for all", "anotherSubjectHasItsOwn", inScope(s -> s.withSubject("s"))),
        fault("invents an owner", "aRecordNeedsItsOwner", inScope(Faults::completed)),
        fault("invents a subject", "aStandingInstructionNeedsASubject", inScope(Faults::completed)),
        fault("invents a conversation", "bytesNeedAConversation", inScope(Faults::completed)),
        fault("needs everything", "recordNeedsOnlyItsOwner", Faults::greedy),
        fault("store overwrites", "storingADifferentRecord", in("store", Faults::overwrite)),
        fault("store ignores", "storingADifferentRecord", Faults::swallow),
        fault("store ignores", "storesOneOfSeveralRecordsWithOneId", Faults::swallow),
        fault("wrong code", "storingADifferentRecord", Faults::wrongCode),
        fault("a retry conflicts", "storingTheSameRecordAgain", in("store", Faults::strict)),
        fault("forgets", "aStoredRecordIsFetched", in("store", Faults::forget)),
        fault("mutate moves", "mutatingReplacesTheRecordInItsPlace", in("mutate", Faults::move)),
        fault("mutate moves", "mutatingDoesNotMoveARecord", in("mutate", Faults::move)),
        fault("mutate does not add", "mutatingAnUnknownIdStores", in("mutate", call -> null)),
        fault("mutate does nothing", "mutatingTwiceKeepsTheLast", in("mutate", call -> null)),
        fault("delete does nothing", "deletingRemovesThatRecordOnly", in("delete", call -> null)),
        fault("delete takes all", "deletingRemovesThatRecordOnly", in("delete", Faults::deleteAll)),
        fault("delete insists", "deletingAnUnknownIdChangesNothing", in("delete", Faults::insist)),
        fault("trims ids", "idsAreTakenLiterally", writing(Memory.class, Faults::trimmed)),
        fault(
            "strips text",
            "everyCharacterSurvives",
            writing(Message.class, m -> text(m, t -> t.strip()))),
        fault(
            "drops NUL",
            "everyCharacterSurvives",
            writing(Message.class, m -> text(m, Faults::nul))),
        fault("replaces surrogates", "everyCharacterSurvives", writing(Memory.class, Faults::utf8)),
        fault(
            "cuts text",
            "aMegabyteOfTextSurvives",
            writing(Message.class, m -> text(m, t -> t.substring(0, 9)))),
        fault(
            "whole seconds", "randomRecordsComeBackEqual", writing(Message.class, Faults::seconds)),
        fault(
            "keys are text", "anIdentityKeepsItsKeysType", writing(Message.class, Faults::textKey)),
        fault(
            "sorts keys", "argumentsAndPayloadsKeep", writing(ToolCall.class, Faults::sortedKeys)),
        fault("payload is lost", "aPayloadMayBeAnyJson", writing(Thought.class, Faults::noPayload)),
        fault("float scores", "scoresKeepEveryDigit", writing(Memory.class, Faults::floats)),
        fault(
            "always lists", "everyFormOfResultsSurvives", writing(ToolCall.class, Faults::listed)),
        fault("plain artifacts", "aFetchedJsonArtifact", writing(Retrievable.class, Faults::plain)),
        fault("no attachments", "absentFieldsStayAbsent", writing(Message.class, Faults::detached)),
        fault("keeps the instance", "changingAFetchedText", remembering()),
        fault("keeps the instance", "changingAStoredText", remembering()),
        fault(
            "instructions by identity",
            "anInstructionIsDeletedByItsText",
            in("deleteStanding", call -> null)),
        fault("tenant's last", "theTenantsInstructionsComeFirst", fetching(Faults::reversed)),
        fault("opens twice", "aStreamIsDrainedAndClosedOnce", Faults::twice),
        fault("does not close", "aStreamIsDrainedAndClosedOnce", Faults::leaveOpen),
        fault("keeps the first bytes", "theSameIdReplaces", firstBytes()),
        fault("replaces bytes at once", "unreferencedBytesChangeNoStoredRecord", bytesAtOnce()),
        fault(
            "replaces bytes of a failed unit",
            "bytesOfAFailedUnitChangeNoStoredRecord",
            bytesAtOnce()),
        fault("keeps the bytes that were there", "storedRecordKeepsItsBytes", firstBytes()),
        fault("one store of bytes", "anotherConversationsIdIsFree", firstBytes()),
        fault("looks, then stores", "storesOneOfSeveralRecordsWithOneId", checkThenAct()),
        fault("rewrites the list", "everyRecordOfManyWritersIsStoredOnce", lostUpdate()),
        fault("deletes, then stores", "mutatingByManyLeavesOne", deleteThenStore()),
        fault("no rollback", "aFailedUnitLeavesEverything", in("unitOfWork", call -> open())),
        fault("no rollback", "aConflictTakesTheWholeUnitBack", in("unitOfWork", call -> open())),
        fault("no rollback", "anErrorTakesAUnitBackToo", in("unitOfWork", call -> open())),
        fault("no rollback", "concurrentUnitsDoNotDisturb", in("unitOfWork", call -> open())),
        fault(
            "wraps the failure",
            "aFailedUnitLeavesEverything",
            in("unitOfWork", Faults::wrapping)));
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
