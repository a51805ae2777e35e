package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.ToolCallGroupReplacer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for storages that can replace a group of tool calls in one step. */
interface GroupRules {

  @Test
  default void aGroupIsReplacedInItsPlace(StorageFixture storage) throws Exception {
    ToolCallGroupReplacer replacer = replacer(storage);
    List<ToolCall> calls = storage.stored(RecordKind.TOOL_CALL, "a", "b", "c", "d");
    ToolCall summary = storage.sample(RecordKind.TOOL_CALL, "summary");
    replacer.replaceToolCallGroup(storage.ctx, List.of("b", "c"), List.of(summary));
    storage.assertStored(RecordKind.TOOL_CALL, List.of(calls.get(0), summary, calls.get(3)));
  }

  @Test
  default void aReplacementMayKeepAnId(StorageFixture storage) throws Exception {
    ToolCallGroupReplacer replacer = replacer(storage);
    List<ToolCall> calls = storage.stored(RecordKind.TOOL_CALL, "a", "b", "c");
    List<ToolCall> replacements = storage.samples(RecordKind.TOOL_CALL, "b", "a");
    replacer.replaceToolCallGroup(storage.ctx, List.of("a", "b"), replacements);
    storage.assertStored(
        RecordKind.TOOL_CALL, List.of(replacements.get(0), replacements.get(1), calls.get(2)));
  }

  @Test
  default void replacementsOfUnknownIdsComeLast(StorageFixture storage) throws Exception {
    ToolCallGroupReplacer replacer = replacer(storage);
    List<ToolCall> calls = storage.samples(RecordKind.TOOL_CALL, "a", "b");
    storage.store(RecordKind.TOOL_CALL, calls.get(0));
    replacer.replaceToolCallGroup(storage.ctx, List.of("unknown"), List.of(calls.get(1)));
    storage.assertStored(RecordKind.TOOL_CALL, calls);
  }

  @Test
  default void replacingAGroupAgainWithEqualRecordsChangesNothing(StorageFixture storage)
      throws Exception {
    ToolCallGroupReplacer replacer = replacer(storage);
    List<ToolCall> calls = storage.stored(RecordKind.TOOL_CALL, "a", "b", "c", "d");
    List<ToolCall> shorter = storage.samples(RecordKind.TOOL_CALL, "b", "new");
    for (int time = 0; time < 3; time++) {
      replacer.replaceToolCallGroup(storage.ctx, List.of("b", "c"), shorter);
    }
    storage.assertStored(
        RecordKind.TOOL_CALL, List.of(calls.get(0), shorter.get(0), shorter.get(1), calls.get(3)));
    List<ToolCall> different = List.of(storage.sample(RecordKind.TOOL_CALL, "new"));
    AdkAssertions.assertThrown(
            () -> replacer.replaceToolCallGroup(storage.ctx, List.of("c"), different))
        .hasCode(AdkErrorCode.E_STORAGE_CONFLICT);
  }

  @Test
  default void aGroupCanBeRemoved(StorageFixture storage) throws Exception {
    ToolCallGroupReplacer replacer = replacer(storage);
    storage.stored(RecordKind.TOOL_CALL, "a", "b", "c");
    replacer.replaceToolCallGroup(storage.ctx, List.of("c", "a"), List.of());
    assertThat(storage.ids(RecordKind.TOOL_CALL)).containsExactly("b");
  }

  @Test
  default void conflictingReplacementReplacesNothing(StorageFixture storage) throws Exception {
    ToolCallGroupReplacer replacer = replacer(storage);
    List<ToolCall> calls = storage.stored(RecordKind.TOOL_CALL, "a", "b", "c");
    List<ToolCall> replacements = storage.samples(RecordKind.TOOL_CALL, "new", "c");
    AdkAssertions.assertThrown(
            () -> replacer.replaceToolCallGroup(storage.ctx, List.of("a", "b"), replacements))
        .hasCode(AdkErrorCode.E_STORAGE_CONFLICT);
    storage.assertStored(RecordKind.TOOL_CALL, calls);
  }

  @Test
  default void aForeignGroupIsNotReplaced(StorageFixture storage) throws Exception {
    ToolCallGroupReplacer replacer = replacer(storage);
    List<ToolCall> calls = storage.stored(RecordKind.TOOL_CALL, "a", "b");
    for (AgentContext foreign : storage.foreign(RecordKind.Owner.CONVERSATION)) {
      replacer.replaceToolCallGroup(foreign, List.of("a", "b"), List.of());
    }
    AgentContext nowhere = storage.without(RecordKind.Owner.CONVERSATION);
    AdkAssertions.assertThrown(
            () -> replacer.replaceToolCallGroup(nowhere, List.of("a", "b"), List.of()))
        .hasCode(AdkErrorCode.E_STORAGE_SCOPE_MISSING);
    storage.assertStored(RecordKind.TOOL_CALL, calls);
  }

  private static ToolCallGroupReplacer replacer(StorageFixture storage) {
    assumeTrue(
        storage.storage instanceof ToolCallGroupReplacer,
        "the storage does not replace groups in one step");
    return (ToolCallGroupReplacer) storage.storage;
  }
}
