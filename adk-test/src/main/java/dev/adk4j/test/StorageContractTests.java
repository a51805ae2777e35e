package dev.adk4j.test;

/**
 * Contract tests for the 27 storage callbacks. Extend this class for your adapter:
 *
 * <pre>{@code
 * class MyStorageTests extends StorageContractTests {
 *   @Override
 *   protected PersistentStorage storage() {
 *     return new MyStorage(DATA_SOURCE);
 *   }
 * }
 * }</pre>
 *
 * <p>Each test uses a separate tenant, subject and conversation, so tests do not affect each other
 * and do not require an empty storage. Override a method for each optional feature of the storage;
 * tests of missing features are skipped.
 *
 * <p>For a storage that intentionally keeps nothing, extend {@link DiscardingStorageContractTests}
 * instead.
 *
 * @since 0.1.0
 */
public abstract class StorageContractTests extends StorageTests
    implements RecordRules,
        FidelityRules,
        OrderRules,
        StandingInstructionRules,
        IsolationRules,
        ScopeRules,
        ConduitRules,
        ByteCommitRules,
        StoredContentRules,
        ConcurrencyRules,
        UnitOfWorkRules,
        GroupRules,
        ToolRules {}
