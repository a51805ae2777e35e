package dev.adk4j.memory;

import com.fasterxml.jackson.annotation.JsonIgnore;

/** Why a store did not do what it was asked. */
public record StoreFailure(String store, @JsonIgnore Throwable cause) {}
