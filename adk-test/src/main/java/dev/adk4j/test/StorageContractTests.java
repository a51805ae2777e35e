package dev.adk4j.test;

/**
 * Every rule of the 27 storage callbacks as a test. Extend it for your adapter:
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
 * <p>Each test works in a tenant, a subject and a conversation of its own, so tests do not disturb
 * each other, and data left over by one does not matter. What only some storages offer is a method
 * to override; a test of what is not offered is skipped.
 *
 * <p>A storage that keeps nothing on purpose extends {@link DiscardingStorageContractTests}
 * instead.
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
