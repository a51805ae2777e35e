package dev.adk4j.storage;

/** The callbacks of thoughts, for one class to implement. */
public interface ThoughtStorage
    extends FetchThoughtsCallback,
        StoreThoughtCallback,
        MutateThoughtCallback,
        DeleteThoughtCallback {}
