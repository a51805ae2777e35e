package dev.adk4j.memory;

import com.fasterxml.jackson.annotation.JsonIgnore;

/** Failure of one store. */
public record StoreFailure(String store, @JsonIgnore Throwable cause) {}
