package dev.adk4j.storage;

/** The callbacks of retrievables, for one class to implement. */
public interface RetrievableStorage
    extends FetchRetrievablesCallback,
        StoreRetrievableCallback,
        MutateRetrievableCallback,
        DeleteRetrievableCallback {}
