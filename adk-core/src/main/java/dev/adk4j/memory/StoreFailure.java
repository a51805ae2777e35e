package dev.adk4j.memory;

/** Why a store did not do what it was asked. */
public record StoreFailure(String store, Throwable cause) {}
