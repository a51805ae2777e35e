package dev.adk4j.sample.web;

import org.jspecify.annotations.Nullable;

/** Message of the user. */
record SendRequest(@Nullable String text) {}
